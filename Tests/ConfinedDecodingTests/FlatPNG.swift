import Foundation

@testable import PhotoCore

/// One transparent colour in RGBA, compressed to a few bytes for each thousand pixels.
enum FlatPNG {
    static func make(side: Int) -> Data { make(width: side, height: side) }

    static func make(width: Int, height: Int) -> Data {
        let rows = height * (1 + 4 * width)
        let header = big(UInt32(width)) + big(UInt32(height)) + [8, 6, 0, 0, 0]
        // Adler-32 of zeros (RFC 1950): the first sum stays 1, the second counts the bytes.
        let check = big(UInt32(rows % 65521) << 16 | 1)
        return Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + chunk("IHDR", header)
            + chunk("IDAT", [0x78, 0x9C] + zeros(rows) + check) + chunk("IEND", [])
    }

    /// RFC 1951, one block of fixed codes: a zero, matches of 258 at a distance of 1, the rest as zeros.
    private static func zeros(_ count: Int) -> [UInt8] {
        let matches = (count - 1) / 258
        var bits = BitWriter()
        bits.write(0b011, 3)
        bits.write(0b0000_1100, 8)
        // Eight matches end where they began within a byte: the bytes repeat.
        let head = min(matches, 16)
        for _ in 0..<head { bits.writeMatch() }
        let repeats = (matches - head) / 8
        if repeats > 0 {
            let period = Array(bits.bytes.suffix(13))
            bits.bytes.reserveCapacity(bits.bytes.count + 13 * repeats)
            for _ in 0..<repeats { bits.bytes += period }
        }
        for _ in 0..<(matches - head - 8 * repeats) { bits.writeMatch() }
        for _ in 0..<(count - 1 - 258 * matches) { bits.write(0b0000_1100, 8) }
        bits.write(0, 7)
        return bits.end()
    }

    private struct BitWriter {
        var bytes: [UInt8] = []
        private var pending: UInt32 = 0
        private var count = 0

        /// Writes `length` bits, the lowest first.
        mutating func write(_ value: UInt32, _ length: Int) {
            pending |= value << count
            count += length
            while count >= 8 {
                bytes.append(UInt8(pending & 0xFF))
                pending >>= 8
                count -= 8
            }
        }

        /// Code 285 in eight bits, the highest first, and distance code 0 in five.
        mutating func writeMatch() {
            write(0b1010_0011, 8)
            write(0, 5)
        }

        mutating func end() -> [UInt8] {
            if count > 0 { write(0, 8 - count) }
            return bytes
        }
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> Data {
        let body = Array(name.utf8) + content
        return Data(big(UInt32(content.count)) + body + big(body.withUnsafeBytes { CRC32.checksum(of: $0) }))
    }

    private static func big(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xFF) } }
}
