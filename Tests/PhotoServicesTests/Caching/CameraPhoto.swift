import Foundation
@testable import PhotoCore

/// A camera's photo, generated: a JPEG with a JPEG thumbnail in its Exif segment.
enum CameraPhoto {
    /// A smooth picture, different for each `seed`, with some grain so that it does not compress to nothing.
    static func colour(_ seed: Int, _ x: Double, _ y: Double, grain: Int = 0) -> (UInt8, UInt8, UInt8) {
        let phase = Double(seed) * 1.7
        func wave(_ value: Double) -> UInt8 { UInt8(min(max(128 + 90 * sin(value) + Double(grain), 0), 255)) }
        return (wave(phase + 5 * x), wave(2 * phase + 4 * y), wave(3 * phase + 3 * (x + y)))
    }

    /// It is painted already turned by `turn`.
    static func picture(
        _ seed: Int, width: Int, height: Int, isGrainy: Bool = false, turn: ExifOrientation = .topLeft
    ) -> Data {
        var noise = UInt32(truncatingIfNeeded: seed &* 2_654_435_761 | 1)
        return Encoded.picture("jpeg", width: width, height: height) { x, y in
            noise = noise &* 1_664_525 &+ 1_013_904_223
            let right = (Double(x) + 0.5) / Double(width)
            let down = (Double(y) + 0.5) / Double(height)
            let (across, along) = turn.inverse.placed(right, down)
            return colour(seed, across, along, grain: isGrainy ? Int(noise >> 27) - 16 : 0)
        }
    }

    /// A thumbnail of 160 × 120 with the picture in its middle `content` rows, and black around it.
    static func letterboxed(_ seed: Int, content: Int) -> Data {
        Encoded.picture("jpeg", width: 160, height: 120) { x, y in
            let row = y - (120 - content) / 2
            guard row >= 0, row < content else { return (0, 0, 0) }
            return colour(seed, Double(x) / 160, Double(row) / Double(content))
        }
    }

    /// `photo` with `thumbnail` in an Exif segment, big-endian, which has only the orientation and the thumbnail.
    static func with(thumbnail: Data, orientation: UInt8 = 1, in photo: Data) -> Data {
        func big(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        let first: [UInt8] = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0] + big(26)
        let second: [UInt8] =
            [0, 2, 0x02, 0x01, 0, 4, 0, 0, 0, 1] + big(56) + [0x02, 0x02, 0, 4, 0, 0, 0, 1] + big(thumbnail.count)
            + big(0)
        let tiff = [0x4D, 0x4D, 0, 0x2A] + big(8) + first + second + thumbnail
        let content = Array("Exif".utf8) + [0, 0] + tiff
        let length = content.count + 2
        return photo.prefix(2) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + content + photo.dropFirst(2)
    }

    /// `photo` with `thumbnail` in XMP, in three parts of an extension, the last first.
    static func with(extendedXMP thumbnail: Data, in photo: Data) -> Data {
        func big(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        func segment(_ content: [UInt8]) -> [UInt8] { [0xFF, 0xE1] + big(content.count + 2).suffix(2) + content }
        let digest = String(repeating: "0123456789ABCDEF", count: 2)
        let packet = "http://ns.adobe.com/xap/1.0/\0<r xmpNote:HasExtendedXMP=\"\(digest)\"/>"
        let size = 60_000
        let image = Array("<xmpGImg:image>\(thumbnail.base64EncodedString())</xmpGImg:image>".utf8)
        let text = [UInt8](repeating: 0x20, count: 2 * size - 500) + image
        let parts = stride(from: 0, to: text.count, by: size).map { start in
            let head = Array("http://ns.adobe.com/xmp/extension/\0\(digest)".utf8) + big(text.count) + big(start)
            return segment(head + text[start..<min(start + size, text.count)])
        }
        return photo.prefix(2) + segment(Array(packet.utf8)) + parts.reversed().joined() + photo.dropFirst(2)
    }

    /// `photo` with `preview` after its end, and an index of pictures that lists it in the VGA class.
    static func with(preview: Data, after photo: Data) -> Data {
        func big(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        let length = 2 + 2 + 4 + 8 + 2 + 12 + 4 + 32
        // The index's header is 10 bytes into the file.
        let entries = [
            0x2003_0000, photo.count + length, 0, 0, 0x4001_0001, preview.count, photo.count + length - 10, 0,
        ]
        var segment: [UInt8] = [0xFF, 0xE2, 0, UInt8(length - 2)] + Array("MPF\0".utf8)
        segment += [0x4D, 0x4D, 0, 0x2A] + big(8) + [0, 1, 0xB0, 0x02, 0, 7]
        segment += [32, 26, 0].flatMap(big) + entries.flatMap(big)
        return photo.prefix(2) + segment + photo.dropFirst(2) + preview
    }
}

extension ExifOrientation {
    /// The new position of a place: both from 0 to 1, from the left and from the top.
    fileprivate func placed(_ x: Double, _ y: Double) -> (Double, Double) {
        let (x, y) = swapsSides ? (y, x) : (x, y)
        return (flipsX ? 1 - x : x, flipsY ? 1 - y : y)
    }
}

extension PixelBuffer {
    /// The mean difference of the colours, 0 to 255.
    func difference(from other: PixelBuffer) -> Double {
        guard size == other.size else { return 255 }
        var sum = 0
        for y in 0..<height {
            for x in 0..<width {
                for channel in 0..<3 {
                    sum += abs(
                        Int(bytes[y * bytesPerRow + 4 * x + channel])
                            - Int(other.bytes[y * other.bytesPerRow + 4 * x + channel]))
                }
            }
        }
        return Double(sum) / Double(3 * width * height)
    }
}
