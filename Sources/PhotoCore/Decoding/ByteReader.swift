import Foundation

/// Reads numbers from untrusted bytes: nil outside of them.
struct ByteReader {
    private let bytes: UnsafeRawBufferPointer

    /// A reader of `bytes`, which must outlive it.
    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var count: Int { bytes.count }

    subscript(index: Int) -> Int? { bytes.indices.contains(index) ? Int(bytes[index]) : nil }

    /// Two bytes, the higher first.
    func big16(_ index: Int) -> Int? {
        guard let high = self[index], let low = self[index + 1] else { return nil }
        return high << 8 | low
    }

    /// Four bytes, the highest first.
    func big32(_ index: Int) -> Int? {
        guard let high = big16(index), let low = big16(index + 2) else { return nil }
        return high << 16 | low
    }

    /// Two bytes, the lower first.
    func little16(_ index: Int) -> Int? { big16(index).map { Int(UInt16($0).byteSwapped) } }

    /// Four bytes, the lowest first.
    func little32(_ index: Int) -> Int? { big32(index).map { Int(UInt32($0).byteSwapped) } }

    func has(_ expected: [UInt8], at index: Int) -> Bool {
        index >= 0 && index <= count - expected.count
            && expected.indices.allSatisfy { bytes[index + $0] == expected[$0] }
    }

    /// Whether these ASCII characters are at `index`.
    func has(_ expected: StaticString, at index: Int) -> Bool {
        let length = expected.utf8CodeUnitCount
        guard index >= 0, index <= count - length else { return false }
        return expected.withUTF8Buffer { $0.elementsEqual(bytes[index..<(index + length)]) }
    }

    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        guard start >= 0, start < count, let base = bytes.baseAddress else { return nil }
        guard let found = memchr(base + start, CInt(byte), count - start) else { return nil }
        return UnsafeRawPointer(found) - base
    }
}
