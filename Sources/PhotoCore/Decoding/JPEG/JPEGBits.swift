/// The bits of a JPEG's entropy-coded bytes (ISO/IEC 10918-1, F.2.2.5), followed by zeros.
struct JPEGBits {
    private let bytes: UnsafeRawBufferPointer
    /// The next byte that is not in `bits`.
    private var next: Int
    /// The next bits, the first at the top. Below the `count` valid ones are zeros or the start of later bits.
    private(set) var bits: UInt64 = 0
    /// At least 56 after `refill`.
    private(set) var count = 0
    private var zeros = 0

    /// The bits from the byte at `start` on.
    init(_ bytes: UnsafeRawBufferPointer, from start: Int) {
        self.bytes = bytes
        next = start
    }

    /// Whether more bits were taken than exist.
    var isOverrun: Bool { zeros > count }

    /// Makes `count` at least 56.
    @inline(__always) mutating func refill() {
        if next <= bytes.count - 8 {
            let word = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: next, as: UInt64.self))
            // No byte is FF, so no byte of the complement is 0.
            if (~word &- 0x0101_0101_0101_0101) & word & 0x8080_8080_8080_8080 == 0 {
                bits |= word &>> UInt64(count)
                next &+= (63 &- count) &>> 3
                count |= 56
                return
            }
        }
        refillByBytes()
    }

    /// Drops the first `length` bits; at most `count`.
    @inline(__always) mutating func drop(_ length: Int) {
        bits = bits &<< UInt64(length)
        count &-= length
    }

    /// Takes the first `length` bits, 1 to 16, and returns the value they mean in JPEG (F.2.2.1, EXTEND).
    @inline(__always) mutating func takeValue(_ length: Int) -> Int {
        let value = Int(bits &>> UInt64(64 &- length))
        drop(length)
        return value >= 1 << (length - 1) ? value : value - (1 << length) + 1
    }

    /// Skips a restart marker; false if the marker with this number does not follow.
    mutating func restart(_ number: Int) -> Bool {
        // Remaining whole bytes would belong to the data after a marker, so none may remain.
        guard !isOverrun, count - zeros < 8, next + 2 <= bytes.count, bytes[next] == 0xFF,
            bytes[next + 1] == UInt8(0xD0 + number & 7)
        else { return false }
        next += 2
        bits = 0
        count = 0
        zeros = 0
        return true
    }

    private mutating func refillByBytes() {
        while count <= 56 {
            if next < bytes.count, bytes[next] != 0xFF {
                bits |= UInt64(bytes[next]) << UInt64(56 - count)
                next += 1
            } else if next + 1 < bytes.count, bytes[next + 1] == 0 {
                bits |= 0xFF << UInt64(56 - count)
                next += 2
            } else {
                // A marker, or the end of the bytes.
                zeros += 8
            }
            count += 8
        }
    }
}
