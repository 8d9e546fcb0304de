import PhotoCore

/// Pictures to filter.
enum Pictures {
    /// The pixels, each of 4 bytes, in rows of `width`.
    static func of(pixels: [[UInt8]], width: Int) -> PixelBuffer {
        PixelBuffer(
            size: PixelSize(width: width, height: pixels.count / width), bytesPerRow: 4 * width,
            bytes: pixels.flatMap { $0 })
    }

    /// Random pixels, the same for the same seed; `padding` bytes of `filler` after each row.
    static func noise(width: Int, height: Int, padding: Int, seed: UInt64, filler: UInt8 = 0xEE) -> PixelBuffer {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        var bytes: [UInt8] = []
        for _ in 0..<height {
            for _ in 0..<(4 * width) {
                // xorshift64
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                bytes.append(UInt8(truncatingIfNeeded: state >> 32))
            }
            bytes += [UInt8](repeating: filler, count: padding)
        }
        return PixelBuffer(
            size: PixelSize(width: width, height: height), bytesPerRow: 4 * width + padding, bytes: bytes)
    }
}
