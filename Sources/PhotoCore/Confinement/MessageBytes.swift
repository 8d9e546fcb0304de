import Foundation

/// Writes a message between the program and a worker: all numbers are little-endian.
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

    /// Writes as much of `text` as a message may hold.
    mutating func put(_ text: String) {
        var kept = Substring(text)
        while kept.utf8.count > MessageReader.longestText { kept.removeLast() }
        put(UInt16(kept.utf8.count))
        bytes.append(contentsOf: kept.utf8)
    }

    mutating func put(_ data: Data) { bytes.append(contentsOf: data) }

    /// Writes a byte that says whether `value` exists, then `value`.
    mutating func put<Value>(optional value: Value?, _ body: (inout MessageWriter, Value) -> Void) {
        put(UInt8(value == nil ? 0 : 1))
        if let value { body(&self, value) }
    }
}

/// Reads a message that may hold anything: throws if a part is missing or not valid.
struct MessageReader {
    /// The message is malformed, and its writer is no longer trusted.
    struct Malformed: Error {}

    /// The longest text, in bytes of UTF-8.
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

    /// A finite number.
    mutating func double() throws(Malformed) -> Double {
        let number = Double(bitPattern: try number())
        guard number.isFinite else { throw Malformed() }
        return number
    }

    mutating func bool() throws(Malformed) -> Bool { try number(UInt8.self, in: 0...1) == 1 }

    /// A size of `least` to 2^31 - 1 pixels per side.
    mutating func size(atLeast least: Int = 1) throws(Malformed) -> PixelSize {
        PixelSize(
            width: try number(Int32.self, in: least...Int(Int32.max)),
            height: try number(Int32.self, in: least...Int(Int32.max)))
    }

    /// Text without control characters: it is shown to people.
    mutating func text() throws(Malformed) -> String {
        let count = try number(UInt16.self, in: 0...Self.longestText)
        guard bytes.count - at >= count else { throw Malformed() }
        // Repaired, it would be longer than any text that is sent.
        guard let text = String(validating: bytes[at..<(at + count)], as: UTF8.self) else { throw Malformed() }
        at += count
        // Removes characters that end a line or change the direction of reading.
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

    /// All unread bytes.
    mutating func rest() -> Data {
        defer { at = bytes.count }
        return Data(UnsafeRawBufferPointer(rebasing: bytes[at...]))
    }

    /// Throws if there are unread bytes.
    func finish() throws(Malformed) { if at != bytes.count { throw Malformed() } }
}
