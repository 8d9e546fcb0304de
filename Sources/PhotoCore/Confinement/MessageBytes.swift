import Foundation

/// Writes a message between the program and its decoder: numbers with their lowest byte first.
struct MessageWriter {
    private(set) var bytes: [UInt8] = []

    mutating func put(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func put(_ number: Double) { put(number.bitPattern) }

    mutating func put(_ size: PixelSize) {
        put(Int32(clamping: size.width))
        put(Int32(clamping: size.height))
    }

    /// As much of `text` as a message may hold.
    mutating func put(_ text: String) {
        var kept = Substring(text)
        while kept.utf8.count > MessageReader.longestText { kept.removeLast() }
        put(UInt16(kept.utf8.count))
        bytes.append(contentsOf: kept.utf8)
    }

    mutating func put(_ data: Data) { bytes.append(contentsOf: data) }

    /// `value` behind a byte that says whether there is one.
    mutating func put<Value>(optional value: Value?, _ body: (inout MessageWriter, Value) -> Void) {
        put(UInt8(value == nil ? 0 : 1))
        if let value { body(&self, value) }
    }
}

/// Reads a message that may hold anything: whatever is not there, or not as it must be, throws.
struct MessageReader {
    /// The message is malformed, and its writer is no longer trusted.
    struct Malformed: Error {}

    /// In bytes of UTF-8.
    static let longestText = 600

    private let bytes: UnsafeRawBufferPointer
    private var at = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) throws(Malformed) -> Number {
        let size = MemoryLayout<Number>.size
        guard bytes.count - at >= size else { throw Malformed() }
        let number = bytes.loadUnaligned(fromByteOffset: at, as: Number.self)
        at += size
        return Number(littleEndian: number)
    }

    /// A number that must be in `range`.
    mutating func number<Number: FixedWidthInteger>(
        _ type: Number.Type = Number.self, in range: ClosedRange<Int>
    ) throws(Malformed) -> Int {
        guard let number = Int(exactly: try number(type)), range.contains(number) else { throw Malformed() }
        return number
    }

    /// One that is finite.
    mutating func double() throws(Malformed) -> Double {
        let number = Double(bitPattern: try number())
        guard number.isFinite else { throw Malformed() }
        return number
    }

    mutating func bool() throws(Malformed) -> Bool { try number(UInt8.self, in: 0...1) == 1 }

    /// Of no fewer than `least` and no more than 2^31 - 1 pixels a side.
    mutating func size(atLeast least: Int = 1) throws(Malformed) -> PixelSize {
        PixelSize(
            width: try number(Int32.self, in: least...Int(Int32.max)),
            height: try number(Int32.self, in: least...Int(Int32.max)))
    }

    /// Text without control characters: it is shown to people.
    mutating func text() throws(Malformed) -> String {
        let count = try number(UInt16.self, in: 0...Self.longestText)
        guard bytes.count - at >= count else { throw Malformed() }
        let text = String(decoding: UnsafeRawBufferPointer(rebasing: bytes[at..<(at + count)]), as: UTF8.self)
        at += count
        // Neither what ends a line nor what turns the direction of reading.
        let shown = text.unicodeScalars.filter {
            switch $0.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: false
            default: true
            }
        }
        return String(String.UnicodeScalarView(shown))
    }

    mutating func optional<Value>(
        _ body: (inout MessageReader) throws(Malformed) -> Value
    ) throws(Malformed) -> Value? {
        try bool() ? try body(&self) : nil
    }

    /// The next `count` bytes.
    mutating func bytes(_ count: Int) throws(Malformed) -> Data {
        guard bytes.count - at >= count else { throw Malformed() }
        defer { at += count }
        return Data(UnsafeRawBufferPointer(rebasing: bytes[at..<(at + count)]))
    }

    /// All that has not been read.
    mutating func rest() -> Data {
        defer { at = bytes.count }
        return Data(UnsafeRawBufferPointer(rebasing: bytes[at...]))
    }

    /// Throws where there is more.
    func finish() throws(Malformed) { if at != bytes.count { throw Malformed() } }
}
