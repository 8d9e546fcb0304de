import Foundation
@testable import PhotoCore
import Testing
import TestSupport

@Suite("Smaller pictures in a photo's file")
struct InnerPictureTests {
    /// A photo of 4000 x 3000 with these segments before its frame.
    private static func photo(_ segments: [UInt8]..., after: [UInt8] = []) -> Data {
        Data(
            HandMadeJPEG.start + Array(segments.joined()) + HandMadeJPEG.frame(0xC0, 4000, 3000)
                + HandMadeJPEG.scan([1, 2, 3], 0...63, low: 0) + [UInt8](repeating: 0x5A, count: 3000)
                + HandMadeJPEG.end + after)
    }

    private func picture(_ data: Data, _ side: Int = 160, takesAny: Bool = false) -> InnerPicture? {
        var enough = EnoughBytes(wanted: .square(side), takesAny: takesAny)
        if case .picture(let picture) = enough.look(at: data) { return picture } else { return nil }
    }

    private static let small = HandMadeJPEG.thumbnail(160, 120)
    private static let resources: [(kind: Int, name: String, data: [UInt8])] = [
        (0x0404, "odd", [1, 2, 3]), (0x040C, "", [UInt8](repeating: 0, count: 28) + small),
    ]
    private static let medium = HandMadeJPEG.thumbnail(640, 480)

    @Test func `Photoshop's thumbnail resource is found, behind others with names`() throws {
        let segment = HandMadeJPEG.photoshop(Self.resources)
        let data = Self.photo(segment)
        let found = try #require(picture(data))
        #expect(Data(data[found.range]) == Data(Self.small))
    }

    @Test(arguments: [1, 13, 40, 70])
    func `Photoshop's thumbnail resource is found where it goes on in further segments`(size: Int) throws {
        let resources = HandMadeJPEG.photoshop(Self.resources).dropFirst(4 + 14)
        let segments = stride(from: 0, to: resources.count, by: size).map { start in
            HandMadeJPEG.segment(0xED, Array("Photoshop 3.0\0".utf8) + resources.dropFirst(start).prefix(size))
        }
        let data = Self.photo(Array(segments.joined()))
        let found = try #require(picture(data))
        #expect(found.encoded(in: data).suffix(Self.small.count - 2) == Data(Self.small.dropFirst(2)))
        #expect(picture(Self.photo(Array(segments.dropLast(2).joined()))) == nil)
    }

    @Test(arguments: ["Photoshop 3.0\0", "http://ns.adobe.com/xmp/extension/\0", "http://ns.adobe.com/xap/1.0/\0"])
    func `A segment that ends within its name is none, whatever follows it`(name: String) {
        let more = [UInt8](repeating: 0x41, count: 100)
        for count in 0...name.utf8.count {
            for code in [0xE0, 0xE1, 0xE2, 0xED] as [UInt8] {
                let segment = HandMadeJPEG.segment(code, Array(name.utf8.prefix(count)))
                #expect(picture(Self.photo(segment + Array(name.utf8.dropFirst(count)) + more)) == nil)
            }
        }
    }

    @Test func `A JPEG in a JFIF extension is found`() throws {
        let data = Self.photo(HandMadeJPEG.segment(0xE0, Array("JFXX\0".utf8) + [0x10] + Self.small))
        #expect(Data(data[try #require(picture(data)).range]) == Data(Self.small))
    }

    @Test(
        arguments: ["<xmpGImg:image>%</xmpGImg:image>", "<r xmpGImg:image=\"%\"/>", "<r xapGImg:image='%'/>"])
    func `XMP's is found, as an element or as an attribute, with line breaks in between`(form: String) throws {
        var text = Data(Self.small).base64EncodedString()
        text.insert(contentsOf: "&#xA;", at: text.index(text.startIndex, offsetBy: 8))
        text.insert("\n", at: text.index(text.startIndex, offsetBy: 20))
        let packet = "http://ns.adobe.com/xap/1.0/\0" + form.replacingOccurrences(of: "%", with: text)
        let data = Self.photo(HandMadeJPEG.segment(0xE1, Array(packet.utf8)))
        let found = try #require(picture(data))
        #expect(found.encoded(in: data).suffix(Self.small.count - 2) == Data(Self.small.dropFirst(2)))
    }

    @Test func `One in a maker's note is found; the smallest that will do is taken`() throws {
        let exif = HandMadeJPEG.exif(thumbnail: Self.small, more: [1, 2, 3] + Self.medium + [4])
        let data = Self.photo(exif)
        #expect(try #require(picture(data, 160)).size == PixelSize(width: 160, height: 120))
        let larger = try #require(picture(data, 280))
        #expect(Data(data[larger.range]) == Data(Self.medium))
    }

    @Test func `A first look takes the largest there is, where none is large enough; otherwise all is needed`() throws {
        let data = Self.photo(HandMadeJPEG.exif(thumbnail: Self.small))
        #expect(picture(data, 400) == nil)
        #expect(try #require(picture(data, 400, takesAny: true)).size == PixelSize(width: 160, height: 120))
    }

    @Test(
        arguments: [(192, true), (193, false), (120, true)])
    func `It is drawn up to 1.6 times as large as it is, and no more`(side: Int, suffices: Bool) {
        #expect((picture(Self.photo(HandMadeJPEG.exif(thumbnail: Self.small)), side) != nil) == suffices)
    }

    @Test func `A phone's of 512 x 288 is that of a photo of 2688 x 1520: its rows are rounded to blocks`() throws {
        let data = HandMadeJPEG.camera(2688, 1520, thumbnail: (512, 288))
        let found = try #require(picture(data))
        #expect(found.content == found.size)
    }

    @Test func `One further on is known by its place and class; those that are other pictures are not`() throws {
        func distant(_ entries: [(Int, Int, Int)], _ side: Int = 400) -> DistantPicture? {
            var enough = EnoughBytes(wanted: .square(side))
            let data = Self.photo(HandMadeJPEG.multiPicture(entries), after: Self.medium)
            if case .distant(let picture) = enough.look(at: data) { return picture } else { return nil }
        }
        let found = try #require(distant([(0x2003_0000, 9000, 0), (0x4001_0001, 500, 5000)]))
        // The offset counts from the index's own header, after SOI, marker, length and "MPF\0".
        #expect(found.range == 5010..<5510)
        #expect(try #require(found.picture(in: Data(Self.medium))).content == PixelSize(width: 640, height: 480))
        #expect(found.picture(in: Data([1, 2, 3])) == nil)
        // A class that is too small, a picture of another kind, one before the photo, an empty one.
        #expect(distant([(0x4001_0001, 500, 5000)], 1000) == nil)
        #expect(distant([(0x4002_0002, 500, 5000)]) == nil)
        #expect(distant([(0x4001_0001, 500, 2)]) == nil)
        #expect(distant([(0x4001_0001, 0, 5000)]) == nil)
    }

    @Test(
        arguments: [0, 1, 2, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF])
    func `Counts and offsets at the ends of their ranges lead nowhere`(value: Int) {
        for data in [
            Self.photo(HandMadeJPEG.multiPicture([(0x4001_0001, value, 5000)])),
            Self.photo(HandMadeJPEG.multiPicture([(0x4001_0001, 500, value)])),
            Self.photo(HandMadeJPEG.multiPicture([(0x4001_0001, value, value)], stated: value)),
            Self.photo(HandMadeJPEG.photoshop([(0x040C, "", Self.small)], stated: value)),
        ] {
            var enough = EnoughBytes(wanted: .square(400), takesAny: true)
            switch enough.look(at: data) {
            case .picture(let picture): #expect(picture.range.upperBound <= data.count)
            case .distant(let picture): #expect(picture.range.count == value || picture.range.count == 500)
            case .needMore, .needAll, .firstScans: break
            }
        }
    }

    @Test func `Whatever the bytes, nothing outside of them is read, wherever they are cut`() async {
        var random = SeededGenerator(seed: 7)
        let base64 = Data(Self.small).base64EncodedString()
        let seeds = [
            Self.photo(HandMadeJPEG.photoshop(Self.resources)),
            Self.photo(HandMadeJPEG.segment(0xE0, Array("JFXX\0".utf8) + [0x10] + Self.small)),
            Self.photo(
                HandMadeJPEG.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0xmpGImg:image>\(base64)<".utf8))),
            Self.photo(HandMadeJPEG.multiPicture([(0x2003_0000, 9000, 0), (0x4001_0001, 500, 5000)])),
            Self.photo(HandMadeJPEG.exif(thumbnail: Self.small, more: Self.medium)),
        ].map { $0.prefix(500) }
        for await round in Rounds(20_000) {
            var data = Data(seeds[round % seeds.count])
            HandMadeJPEG.damage(&data, using: &random)
            var enough = EnoughBytes(wanted: .square(160), takesAny: true)
            while case .picture(let picture) = enough.look(at: data) {
                #expect(picture.range.upperBound <= data.count && !picture.encoded(in: data).isEmpty)
                enough.refusePicture()
            }
        }
    }
}
