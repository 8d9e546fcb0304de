import Foundation
import PhotoCore
import TestSupport

/// JPEGs made of segments: their headers are valid, their pixels are meaningless.
enum HandMadeJPEG {
    static func big(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }

    static func segment(_ code: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, code] + big(content.count + 2) + content
    }

    /// A frame of three components, 1 to 3.
    static func frame(_ code: UInt8, _ width: Int, _ height: Int) -> [UInt8] {
        segment(code, [8] + big(height) + big(width) + [3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1])
    }

    /// A scan's header and some of its entropy-coded bytes, with an escaped FF and a restart marker.
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

    /// A thumbnail that consists of a frame.
    static func thumbnail(_ width: Int, _ height: Int) -> [UInt8] { start + frame(0xC0, width, height) + end }

    /// An Exif segment; `little` is its byte order, `more` its bytes after the thumbnail.
    static func exif(
        thumbnail: [UInt8], orientation: Int = 1, little: Bool = false, more: [UInt8] = []
    ) -> [UInt8] {
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
            + thumbnail + more
        return segment(0xE1, Array("Exif".utf8) + [0, 0] + tiff)
    }

    /// An Exif segment whose thumbnail is plain pixels. Its directory has these numbers for these tags (LONG);
    /// StripOffsets, if not among them, has the offset of `pixels`.
    static func plainExif(_ tags: [Int: Int], pixels: [UInt8]) -> [UInt8] {
        func long(_ value: Int) -> [UInt8] { big(value >> 16) + big(value) }
        let count = tags[0x0111] == nil ? tags.count + 1 : tags.count
        let pixelsAt = 8 + 2 + 4 + 2 + 12 * count + 4
        let entries = tags.merging([0x0111: pixelsAt]) { stated, _ in stated }.sorted { $0.key < $1.key }
        let fields = entries.flatMap { tag, value -> [UInt8] in big(tag) + big(4) + long(1) + long(value) }
        let second: [UInt8] = big(count) + fields + long(0)
        let head: [UInt8] = [0x4D, 0x4D, 0, 0x2A] + long(8) + big(0) + long(14)
        return segment(0xE1, Array("Exif".utf8) + [0, 0] + head + second + pixels)
    }

    /// A camera's photo: an Exif thumbnail, a sequential frame, and a part of its scan.
    static func camera(
        _ width: Int, _ height: Int, thumbnail: (Int, Int), orientation: Int = 1, little: Bool = false
    ) -> Data {
        let small = self.thumbnail(thumbnail.0, thumbnail.1)
        return Data(
            start + exif(thumbnail: small, orientation: orientation, little: little) + frame(0xC0, width, height)
                + scan([1, 2, 3], 0...63, low: 0) + [UInt8](repeating: 0x5A, count: 5000) + end)
    }

    /// libjpeg's default scans of a progressive picture (jcparam.c, jpeg_simple_progression).
    static let simpleProgression: [[UInt8]] = [
        scan([1, 2, 3], 0...0, low: 1), scan([1], 1...5, low: 2), scan([3], 1...63, low: 1), scan([2], 1...63, low: 1),
        scan([1], 6...63, low: 2), scan([1], 1...63, low: 1, high: 2), scan([1, 2, 3], 0...0, low: 0, high: 1),
        scan([3], 1...63, low: 0, high: 1), scan([2], 1...63, low: 0, high: 1), scan([1], 1...63, low: 0, high: 1),
    ]
    static func progressive(_ width: Int, _ height: Int) -> Data {
        Data(start + frame(0xC2, width, height) + Array(simpleProgression.joined()) + end)
    }
    /// The number of bytes before the end of scan `index`.
    static func progressiveByteCount(through index: Int) -> Int {
        2 + frame(0xC2, 1, 1).count + simpleProgression[...index].joined().count
    }

    /// An APP13 segment with these image resources; `stated` is the declared length of the last one.
    static func photoshop(_ resources: [(kind: Int, name: String, data: [UInt8])], stated: Int? = nil) -> [UInt8] {
        var content = Array("Photoshop 3.0\0".utf8)
        for (index, resource) in resources.enumerated() {
            var name = [UInt8(resource.name.utf8.count)] + Array(resource.name.utf8)
            if name.count % 2 == 1 { name.append(0) }
            let count = index == resources.count - 1 ? stated ?? resource.data.count : resource.data.count
            content += Array("8BIM".utf8) + big(resource.kind) + name + big(count >> 16) + big(count) + resource.data
            if resource.data.count % 2 == 1 { content.append(0) }
        }
        return segment(0xED, content)
    }

    /// An APP2 segment with an index of pictures: attribute, byte count and offset of each; `stated` is the declared
    /// byte count of the index.
    static func multiPicture(_ entries: [(Int, Int, Int)], stated: Int? = nil) -> [UInt8] {
        func long(_ value: Int) -> [UInt8] { big(value >> 16) + big(value) }
        let count = stated ?? 16 * entries.count
        let head: [UInt8] = [0x4D, 0x4D, 0, 0x2A] + long(8) + big(1) + big(0xB002) + big(7)
        let values: [UInt8] = long(count) + long(26) + long(0)
        let pictures = entries.flatMap { entry -> [UInt8] in
            long(entry.0) + long(entry.1) + long(entry.2) + long(0)
        }
        return segment(0xE2, Array("MPF\0".utf8) + head + values + pictures)
    }

    /// Changes some bytes of `data`, which is not empty, and cuts it somewhere.
    static func damage(_ data: inout Data, using random: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            let at = Int.random(in: 0..<data.count, using: &random)
            data[at] =
                [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)].randomElement(using: &random) ?? 0
        }
        data = data.prefix(Int.random(in: 0...data.count, using: &random))
    }
}
