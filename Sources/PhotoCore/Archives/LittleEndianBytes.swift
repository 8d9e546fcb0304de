/// Bounded reading of little-endian numbers.
struct LittleEndianBytes {
    let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    var count: Int { bytes.count }

    /// The number of `width` bytes at `offset`, counted from the first byte; nil outside, and beyond 63 bits.
    func number(at offset: Int, width: Int) -> Int? {
        guard offset >= 0, width <= count, offset <= count - width else { return nil }
        let start = bytes.startIndex + offset
        var value: UInt64 = 0
        for index in (0..<width).reversed() { value = value << 8 | UInt64(bytes[start + index]) }
        return Int(exactly: value)
    }

    /// `length` bytes at `offset`; nil outside.
    func slice(at offset: Int, length: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, length >= 0, length <= count, offset <= count - length else { return nil }
        let start = bytes.startIndex + offset
        return bytes[start..<start + length]
    }
}
