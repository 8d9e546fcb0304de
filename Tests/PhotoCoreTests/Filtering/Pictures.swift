import Foundation
import PhotoCore

/// Pictures to filter.
enum Pictures {
    /// Pixels of 4 bytes, in rows of `width`.
    static func of(pixels: [[UInt8]], width: Int) -> PixelBuffer {
        PixelBuffer(
            size: PixelSize(width: width, height: pixels.count / width), bytesPerRow: 4 * width,
            bytes: pixels.flatMap { $0 })
    }

    /// Random pixels, the same for the same seed, with an alpha of at least `leastAlpha`; `padding` bytes of `filler`
    /// after each row.
    static func noise(
        width: Int, height: Int, padding: Int, seed: UInt64, filler: UInt8 = 0xEE, leastAlpha: UInt8 = 0
    ) -> PixelBuffer {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        var bytes: [UInt8] = []
        for _ in 0..<height {
            for index in 0..<(4 * width) {
                // xorshift64
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                let byte = UInt8(truncatingIfNeeded: state >> 32)
                bytes.append(index % 4 == 3 ? max(byte, leastAlpha) : byte)
            }
            bytes += [UInt8](repeating: filler, count: padding)
        }
        return PixelBuffer(
            size: PixelSize(width: width, height: height), bytesPerRow: 4 * width + padding, bytes: bytes)
    }
}

extension Pictures {
    /// Opaque squares of black, white and the primaries, with sides of 11 pixels.
    static func edges(width: Int, height: Int) -> PixelBuffer {
        let colours: [[UInt8]] = [[0, 0, 0], [255, 255, 255], [255, 0, 0], [0, 255, 0], [0, 0, 255]]
        let pixels = (0..<(width * height)).map { index -> [UInt8] in
            let (column, row) = (index % width / 11, index / width / 11)
            return colours[(column * 2 + row * 3) % 5] + [255]
        }
        return of(pixels: pixels, width: width)
    }

    /// Opaque stripes along both diagonals, a full swing from black to white every `period` pixels.
    static func stripes(width: Int, height: Int, period: Double) -> PixelBuffer {
        let pixels: [[UInt8]] = (0..<(width * height)).map { index in
            let x = Double(index % width)
            let y = Double(index / width)
            let grey = UInt8((127.5 + 127.5 * cos(2 * Double.pi * x / period)).rounded())
            let other = UInt8((127.5 + 127.5 * cos(2 * Double.pi * y / period)).rounded())
            return [grey, other, grey, 255]
        }
        return of(pixels: pixels, width: width)
    }
}
