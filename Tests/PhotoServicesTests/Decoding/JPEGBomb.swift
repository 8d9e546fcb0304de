import Foundation

/// A small JPEG that takes minutes to decode: progressive, grey, with thousands of empty scans, each of a few
/// end-of-band runs of 32,767 blocks. A decoder visits all blocks for each scan.
enum JPEGBomb {
    /// A bomb of this size, whose scans have 10 bytes and two for each run; `comment` bytes of comments first.
    static func make(width: Int, height: Int, scans: Int, comment: Int = 0) -> Data {
        var bytes: [UInt8] = [0xFF, 0xD8]
        func segment(_ marker: UInt8, _ content: [UInt8]) {
            bytes += [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
        }
        for _ in 0..<(comment / 50_000) { segment(0xFE, [UInt8](repeating: 0x20, count: 50_000)) }
        segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
        segment(
            0xC2, [8, UInt8(height >> 8), UInt8(height & 0xFF), UInt8(width >> 8), UInt8(width & 0xFF), 1, 1, 0x11, 0])
        // AC table 0 with one code, a single 0 bit, for EOB14: a run of 2^14 blocks plus the value of 14 more bits.
        segment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0xE0])
        let blocks = ((width + 7) / 8) * ((height + 7) / 8)
        let runs = (blocks + 32766) / 32767
        let scan = stuffed(bits: (0..<runs).flatMap { _ in [false] + [Bool](repeating: true, count: 14) })
        for index in 0..<scans {
            // Start of scan: one component, coefficients 1 to 63 only.
            let coefficient = UInt8(index % 63 + 1)
            segment(0xDA, [1, 1, 0, coefficient, coefficient, 0])
            bytes += scan
        }
        return Data(bytes + [0xFF, 0xD9])
    }

    /// A sequential one, grey or with three components; its scans of 10 bytes, for one component each, are empty.
    static func makeSequential(width: Int, height: Int, scans: Int, components: Int = 1) -> Data {
        var bytes: [UInt8] = [0xFF, 0xD8]
        func segment(_ marker: UInt8, _ content: [UInt8]) {
            bytes += [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
        }
        let ids = (1...UInt8(components)).map { $0 }
        segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
        segment(
            0xC0,
            [8, UInt8(height >> 8), UInt8(height & 0xFF), UInt8(width >> 8), UInt8(width & 0xFF), UInt8(components)]
                + ids.flatMap { [$0, 0x11, 0] })
        for table: UInt8 in [0, 0x10] { segment(0xC4, [table, 1] + [UInt8](repeating: 0, count: 15) + [0]) }
        for index in 0..<scans { segment(0xDA, [1, ids[index % components], 0, 0, 63, 0]) }
        return Data(bytes + [0xFF, 0xD9])
    }

    /// Packed, padded with ones, a 0 after every FF.
    private static func stuffed(bits: [Bool]) -> [UInt8] {
        stride(from: 0, to: bits.count, by: 8).flatMap { start -> [UInt8] in
            let byte = (0..<8).reduce(UInt8(0)) { byte, bit in
                byte << 1 | (start + bit >= bits.count || bits[start + bit] ? 1 : 0)
            }
            return byte == 0xFF ? [0xFF, 0] : [byte]
        }
    }
}
