import Foundation

/// The small picture of a recent catalogue, as a file: its sides, then RGBA. Raw pixels need no decoder, and so nothing
/// in the file can harm the program.
package struct RecentPicture: Sendable, Equatable {
    /// The longest side, in pixels: 56 points on a display with two pixels per point, and some.
    static let longestSide = 128
    private static let magic = Data("CPpixel1".utf8)
    /// The longest file, in bytes.
    static let longestFile = magic.count + 4 + 4 * longestSide * longestSide

    package let pixels: PixelBuffer

    /// The middle square of `picture`, shrunk; nil for an empty one.
    package init?(_ picture: PixelBuffer) {
        guard picture.width > 0, picture.height > 0 else { return nil }
        let side = min(Self.longestSide, picture.width, picture.height)
        let fit = CoverFit(of: picture.size, filling: .square(side))
        let shrunk = picture.bytes.withUnsafeBytes { bytes in
            AreaScaler.Source(bytes: bytes, size: picture.size, bytesPerRow: picture.bytesPerRow, channels: 4)
                .flatMap { AreaScaler.shrink($0, to: fit) { false } }
        }
        guard let shrunk, shrunk.width <= Self.longestSide, shrunk.height <= Self.longestSide else { return nil }
        pixels = shrunk
    }

    /// Reads a file's bytes; nil if they are damaged.
    package init?(fileBytes: Data) {
        let bytes = [UInt8](fileBytes)
        let start = Self.magic.count + 4
        guard bytes.count > start, bytes.starts(with: Self.magic) else { return nil }
        let sides = [0, 2].map { Int(bytes[Self.magic.count + $0]) << 8 | Int(bytes[Self.magic.count + $0 + 1]) }
        guard sides.allSatisfy({ (1...Self.longestSide).contains($0) }),
            bytes.count == start + 4 * sides[0] * sides[1]
        else { return nil }
        pixels = PixelBuffer(
            size: PixelSize(width: sides[0], height: sides[1]), bytesPerRow: 4 * sides[0],
            bytes: Array(bytes[start...]))
    }

    /// A file's bytes.
    package var fileBytes: Data {
        var data = Self.magic
        for side in [pixels.width, pixels.height] { data.append(contentsOf: [UInt8(side >> 8), UInt8(side & 0xff)]) }
        for row in 0..<pixels.height {
            let start = row * pixels.bytesPerRow
            data.append(contentsOf: pixels.bytes[start..<start + 4 * pixels.width])
        }
        return data
    }
}
