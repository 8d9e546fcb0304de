/// Decodes base64 character by character, in both alphabets (RFC 4648).
struct Base64Decoder {
    /// What was decoded since it was last taken.
    private(set) var bytes: [UInt8] = []
    private var bits: UInt32 = 0
    private var bitCount = 0
    private var isPadded = false

    /// Takes a character. False if it is none of base64, or follows the padding.
    mutating func take(_ byte: UInt8) -> Bool {
        if byte == UInt8(ascii: "=") {
            isPadded = true
            return true
        }
        guard !isPadded, let value = Self.value(of: byte) else { return false }
        bits = bits << 6 | value
        bitCount += 6
        if bitCount >= 8 {
            bitCount -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
        }
        return true
    }

    /// Takes what was decoded since the last call.
    mutating func takeBytes() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    private static func value(of byte: UInt8) -> UInt32? {
        switch byte {
        case 0x41...0x5A: UInt32(byte) - 0x41
        case 0x61...0x7A: UInt32(byte) - 0x61 + 26
        case 0x30...0x39: UInt32(byte) - 0x30 + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
