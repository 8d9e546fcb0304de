import Foundation
@testable import PhotoCore
import Testing
import TestSupport

@Suite("Thumbnails of plain pixels")
struct PlainThumbnailTests {
    private static let width = 80
    private static let height = 60

    private static func photo(_ segment: [UInt8]) -> Data {
        Data(HandMadeJPEG.start + segment + HandMadeJPEG.frame(0xC0, 4000, 3000) + HandMadeJPEG.end)
    }

    private func picture(_ data: Data) -> InnerPicture? {
        var enough = EnoughBytes(wanted: .square(80))
        if case .picture(let picture) = enough.look(at: data) { return picture } else { return nil }
    }

    /// The colour at a place in the picture's file: rows from below, blue first.
    private func color(_ file: Data, _ x: Int, _ y: Int) -> [UInt8] {
        let at = 54 + 3 * ((Self.height - 1 - y) * Self.width + x)
        return Array(file[at..<(at + 3)].reversed())
    }

    private static func tags(_ kind: Int, count: Int) -> [Int: Int] {
        [0x0100: width, 0x0101: height, 0x0103: 1, 0x0106: kind, 0x0117: count]
    }

    private static let rgb: [UInt8] = (0..<(width * height)).flatMap { (index: Int) -> [UInt8] in
        [UInt8(index % 251), UInt8(index % 13), 7]
    }

    @Test func `RGB in Exif's second directory`() throws {
        let data = Self.photo(HandMadeJPEG.plainExif(Self.tags(2, count: Self.rgb.count), pixels: Self.rgb))
        let found = try #require(picture(data))
        #expect(found.size == PixelSize(width: Self.width, height: Self.height))
        #expect(Array(data[found.range]) == Self.rgb)
        let file = found.encoded(in: data)
        #expect(file.count == 54 + Self.rgb.count && file.starts(with: [0x42, 0x4D]))
        #expect(color(file, 3, 2) == [UInt8((2 * Self.width + 3) % 251), UInt8((2 * Self.width + 3) % 13), 7])
    }

    @Test(arguments: [(1, 1), (2, 1), (2, 2)])
    func `YCbCr there, whose chroma two or four pixels may share`(across: Int, down: Int) throws {
        let units = Self.width / across * (Self.height / down)
        // Each unit's first pixel black, the others white; or, with one pixel per unit, all red.
        let unit: [UInt8] =
            across == 1 ? [76, 85, 255] : [0] + [UInt8](repeating: 255, count: across * down - 1) + [128, 128]
        let pixels = [UInt8](repeatElement(unit, count: units).joined())
        let data = Self.photo(HandMadeJPEG.plainExif(Self.tags(6, count: pixels.count), pixels: pixels))
        let file = try #require(picture(data)).encoded(in: data)
        if across == 1 {
            #expect(color(file, 0, 0) == [254, 0, 0])
        } else {
            #expect(color(file, 4, 2) == [0, 0, 0] && color(file, 5, 2) == [255, 255, 255])
            #expect(color(file, 4, 3) == (down == 2 ? [255, 255, 255] : [0, 0, 0]))
        }
    }

    @Test func `RGB and a palette in a JFIF extension`() throws {
        let head: [UInt8] = Array("JFXX\0".utf8)
        let sides: [UInt8] = [UInt8(Self.width), UInt8(Self.height)]
        let pixels: [UInt8] = head + [0x13] + sides + Self.rgb
        let plain = Self.photo(HandMadeJPEG.segment(0xE0, pixels))
        let file = try #require(picture(plain)).encoded(in: plain)
        #expect(color(file, 3, 0) == [3, 3, 7])
        let palette: [UInt8] = (0...255).flatMap { (index: UInt8) -> [UInt8] in [index, 9, 255 - index] }
        let indices: [UInt8] = (0..<(Self.width * Self.height)).map { UInt8($0 % 256) }
        let content: [UInt8] = head + [0x11] + sides + palette + indices
        let packed = Self.photo(HandMadeJPEG.segment(0xE0, content))
        let other = try #require(picture(packed)).encoded(in: packed)
        #expect(color(other, 5, 0) == [5, 9, 250])
    }

    @Test func `It is turned as the photo is`() throws {
        var segment = HandMadeJPEG.plainExif(Self.tags(2, count: Self.rgb.count), pixels: Self.rgb)
        // The first directory is empty and has no orientation: the photo is as tall as the thumbnail is wide.
        segment = HandMadeJPEG.segment(0xE0, [1]) + segment
        let data = Data(HandMadeJPEG.start + segment + HandMadeJPEG.frame(0xC0, 3000, 4000) + HandMadeJPEG.end)
        var enough = EnoughBytes(wanted: .square(60))
        var found: InnerPicture?
        while case .picture(let picture) = enough.look(at: data), found == nil {
            if picture.orientation == .rightTop { found = picture }
            enough.refusePicture()
        }
        let file = try #require(found).encoded(in: data)
        #expect(file[18] == 60 && file[22] == 80)
        // The stored lower left corner is now the upper left one: the file's last row, which begins with blue.
        let at = file.count - 3 * Self.height
        let corner = (Self.height - 1) * Self.width
        #expect(Array(file[at..<(at + 3)]) == [7, UInt8(corner % 13), UInt8(corner % 251)])
    }

    @Test(
        arguments: [0, 1, 0x7FFF, 0xFFFF, 0x1_0000, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF])
    func `Sides, counts and offsets at the ends of their ranges lead nowhere`(value: Int) {
        for kind in [2, 6] {
            for tag in [0x0100, 0x0101, 0x0111, 0x0117] {
                for second in [0x0100, 0x0101, 0x0111, 0x0117] {
                    var tags = Self.tags(kind, count: Self.rgb.count)
                    tags[tag] = value
                    tags[second] = value
                    let data = Self.photo(HandMadeJPEG.plainExif(tags, pixels: Self.rgb))
                    if let found = picture(data) { #expect(found.range.upperBound <= data.count) }
                }
            }
        }
        for kind in [UInt8(0x11), 0x13, 0x10, 0x12, 0xFF] {
            for side in [UInt8(0), 1, 0x7F, 0xFF] {
                let sides: [UInt8] = [kind, side, UInt8(truncatingIfNeeded: value)]
                let content: [UInt8] = Array("JFXX\0".utf8) + sides + Self.rgb
                for count in [5, 6, 7, 8, 9, 800, content.count] {
                    _ = picture(Self.photo(HandMadeJPEG.segment(0xE0, Array(content.prefix(count)))))
                }
            }
        }
    }

    @Test func `Whatever the bytes, nothing outside of them is read, wherever they are cut`() {
        var random = SeededGenerator(seed: 11)
        let small = [UInt8](repeating: 90, count: 3 * 16 * 12)
        let tags = [0x0100: 16, 0x0101: 12, 0x0103: 1, 0x0106: 2, 0x0117: small.count]
        let seeds = [
            Self.photo(HandMadeJPEG.plainExif(tags, pixels: small)),
            Self.photo(HandMadeJPEG.segment(0xE0, Array("JFXX\0".utf8) + [0x13, 16, 12] + small)),
        ]
        for round in 0..<10_000 {
            var data = seeds[round % 2]
            for _ in 0..<Int.random(in: 0...5, using: &random) {
                let at = Int.random(in: 0..<140, using: &random)
                data[at] = [0, 1, 2, 6, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
            }
            data = data.prefix(Int.random(in: 0...data.count, using: &random))
            var enough = EnoughBytes(wanted: .square(10), takesAny: true)
            while case .picture(let picture) = enough.look(at: data) {
                #expect(picture.range.upperBound <= data.count && !picture.encoded(in: data).isEmpty)
                enough.refusePicture()
            }
        }
    }
}
