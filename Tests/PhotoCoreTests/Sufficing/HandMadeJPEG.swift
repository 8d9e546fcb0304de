import Foundation
import PhotoCore

/// JPEGs put together segment by segment: their headers are right, their pixels mean nothing.
enum HandMadeJPEG {
    static func big(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }

    static func segment(_ code: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, code] + big(content.count + 2) + content
    }

    /// A frame of three components, 1 to 3.
    static func frame(_ code: UInt8, _ width: Int, _ height: Int) -> [UInt8] {
        segment(code, [8] + big(height) + big(width) + [3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1])
    }

    /// A scan's header and some of its entropy-coded bytes, an escaped FF and a restart marker among them.
    static func scan(_ components: [UInt8], _ band: ClosedRange<UInt8>, low: UInt8, high: UInt8 = 0) -> [UInt8] {
        segment(
            0xDA,
            [UInt8(components.count)] + components.flatMap { [$0, 0] } + [
                band.lowerBound, band.upperBound, high << 4 | low,
            ]
        ) + [0x12, 0x34, 0xFF, 0x00, 0x56, 0xFF, 0xD0, 0x78]
    }

    static let start: [UInt8] = [0xFF, 0xD8]
    static let end: [UInt8] = [0xFF, 0xD9]

    /// A thumbnail that is a frame and nothing else.
    static func thumbnail(_ width: Int, _ height: Int) -> [UInt8] { start + frame(0xC0, width, height) + end }

    /// An Exif segment; `little` is its byte order.
    static func exif(thumbnail: [UInt8], orientation: Int = 1, little: Bool = false) -> [UInt8] {
        func short(_ value: Int) -> [UInt8] { little ? big(value).reversed() : big(value) }
        func long(_ value: Int) -> [UInt8] {
            let bytes = big(value >> 16) + big(value)
            return little ? bytes.reversed() : bytes
        }
        func entry(_ tag: Int, _ type: Int, _ value: [UInt8]) -> [UInt8] {
            short(tag) + short(type) + long(1) + value + [UInt8](repeating: 0, count: 4 - value.count)
        }
        let first = short(1) + entry(0x0112, 3, short(orientation))
        let secondAt = 8 + first.count + 4
        let dataAt = secondAt + 2 + 3 * 12 + 4
        let second =
            short(3) + entry(0x0103, 3, short(6)) + entry(0x0201, 4, long(dataAt))
            + entry(0x0202, 4, long(thumbnail.count))
        let tiff =
            (little ? [0x49, 0x49, 0x2A, 0] : [0x4D, 0x4D, 0, 0x2A]) + long(8) + first + long(secondAt) + second
            + long(0)
            + thumbnail
        return segment(0xE1, Array("Exif".utf8) + [0, 0] + tiff)
    }

    /// A camera's photo: an Exif thumbnail, a sequential frame, and some of its scan.
    static func camera(
        _ width: Int, _ height: Int, thumbnail: (Int, Int), orientation: Int = 1, little: Bool = false
    ) -> Data {
        let small = self.thumbnail(thumbnail.0, thumbnail.1)
        return Data(
            start + exif(thumbnail: small, orientation: orientation, little: little) + frame(0xC0, width, height)
                + scan([1, 2, 3], 0...63, low: 0) + [UInt8](repeating: 0x5A, count: 5000) + end)
    }

    /// The scans that libjpeg writes for a progressive picture by itself (jcparam.c, jpeg_simple_progression).
    static let simpleProgression: [[UInt8]] = [
        scan([1, 2, 3], 0...0, low: 1), scan([1], 1...5, low: 2), scan([3], 1...63, low: 1), scan([2], 1...63, low: 1),
        scan([1], 6...63, low: 2), scan([1], 1...63, low: 1, high: 2), scan([1, 2, 3], 0...0, low: 0, high: 1),
        scan([3], 1...63, low: 0, high: 1), scan([2], 1...63, low: 0, high: 1), scan([1], 1...63, low: 0, high: 1),
    ]
    static func progressive(_ width: Int, _ height: Int) -> Data {
        Data(start + frame(0xC2, width, height) + simpleProgression.joined() + end)
    }
    /// How many bytes there are before scan `index` of it ends.
    static func progressiveByteCount(through index: Int) -> Int {
        2 + frame(0xC2, 1, 1).count + simpleProgression[...index].joined().count
    }
}
