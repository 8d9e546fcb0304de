import Foundation
@testable import PhotoCore
@testable import PhotoDecoding
import Testing

/// SVG, drawn by librsvg.
@Suite struct DrawingTests {
    private static func svg(_ attributes: String, _ content: String = "") -> Data {
        Data("<svg xmlns=\"http://www.w3.org/2000/svg\" \(attributes)>\(content)</svg>".utf8)
    }

    private static let red = "<rect width=\"1000\" height=\"1000\" fill=\"#ff0000\"/>"

    private func row(_ data: Data, _ size: PixelSize = .square(40)) throws(DecodeFailure) -> PixelBuffer {
        try PixbufDecoder().decode(data, toFill: size, isCancelled: { false })
    }

    private func page(_ data: Data, _ level: Int = 0) throws(DecodeFailure) -> DecodedPhoto {
        // In place, as in the workers: the limit of a detached decoder is by the clock, which other tests use up.
        try PhotoDecoder().decodeInPlace(data, at: .level(level), isCancelled: { false })
    }

    private func pixel(_ picture: PixelBuffer, _ x: Int, _ y: Int) -> [UInt8] {
        let at = y * picture.bytesPerRow + 4 * x
        return Array(picture.bytes[at..<at + 4])
    }

    @Test func `Colours and transparency are those of the drawing, straight in a row and premultiplied on the page`()
        throws
    {
        let half = "<rect width=\"40\" height=\"20\" fill=\"#ff8000\" fill-opacity=\"0.5\"/>"
        let data = Self.svg("width=\"40\" height=\"40\"", half)
        let picture = try row(data)
        let straight = pixel(picture, 20, 10)
        #expect(
            straight[0] == 255 && abs(Int(straight[1]) - 128) <= 1 && straight[2] == 0
                && abs(Int(straight[3]) - 128) <= 1)
        #expect(pixel(picture, 20, 30) == [0, 0, 0, 0])
        let plane = try #require(try page(data).planes[0])
        let premultiplied = (0..<4).map { Int(plane.base[plane.bytesPerRow * 10 + 4 * 20 + $0]) }
        #expect(zip(premultiplied, [128, 64, 0, 128]).allSatisfy { abs($0 - $1) <= 1 })
    }

    @Test(
        arguments: [
            ("width=\"60\" height=\"30\"", 60, 30), ("viewBox=\"0 0 60 30\"", 60, 30),
            ("width=\"120\" viewBox=\"0 0 60 30\"", 120, 60),
            ("width=\"100%\" height=\"100%\" viewBox=\"0 0 8 9\"", 8, 9),
        ])
    func `A drawing has the size that it states, or that of its view`(attributes: String, width: Int, height: Int)
        throws
    {
        #expect(try page(Self.svg(attributes, Self.red)).size == PixelSize(width: width, height: height))
    }

    @Test(arguments: [
        "width=\"0\" height=\"0\"", "width=\"-5\" height=\"9\"", "width=\"9e9\" height=\"9e9\"",
        "width=\"1e308\" height=\"1e308\"", "width=\"1e-9\" height=\"1e-9\"", "width=\"NaN\" height=\"Infinity\"",
        "width=\"2147483647\" height=\"1\"", "width=\"2147483648\" height=\"2\"", "viewBox=\"0 0 0 0\"",
        "viewBox=\"0 0 1e30 1e30\"", "viewBox=\"-1e30 -1e30 1 1\"", "width=\"30000\" height=\"1\"",
        "width=\"1\" height=\"140000000\"", "width=\"99999\" height=\"1000\"", "",
    ])
    func `Any size is drawn or refused in words`(attributes: String) {
        for content in ["", Self.red] {
            let data = Self.svg(attributes, content)
            expectWordsIfRefused { _ = try row(data) }
            expectWordsIfRefused { _ = try page(data) }
            expectWordsIfRefused { _ = try page(data, -3) }
        }
    }

    private func expectWordsIfRefused(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            #expect(error is DecodeFailure && !"\(error)".isEmpty)
        }
    }

    @Test func `A drawing smaller than its row is drawn at the size of the row`() throws {
        // Two halves, whose edge is sharp.
        let halves = "<rect width=\"4\" height=\"8\" fill=\"#ff0000\"/><rect x=\"4\" width=\"4\" height=\"8\"/>"
        let picture = try row(Self.svg("width=\"8\" height=\"8\"", halves), PixelSize(width: 80, height: 60))
        #expect(picture.size == PixelSize(width: 80, height: 60))
        #expect(pixel(picture, 39, 30) == [255, 0, 0, 255] && pixel(picture, 40, 30) == [0, 0, 0, 255])
    }

    @Test func `A drawing longer than the painter's pictures is shown smaller`() throws {
        let data = Self.svg(
            "width=\"100000\" height=\"100\"", "<rect width=\"100000\" height=\"100\" fill=\"#ff0000\"/>")
        let photo = try page(data)
        #expect(photo.size == PixelSize(width: 100_000, height: 100))
        #expect(photo.planes.keys.min() == 2 && photo.planes[2]?.size == PixelSize(width: 25_000, height: 25))
        #expect(try pixel(row(data), 0, 0) == [255, 0, 0, 255])
    }

    @Test(arguments: [(12_288, 12_288), (32_767, 4_000), (6_000, 6_000), (5_600, 5_600)])
    func `A drawing of any size is drawn with a limited number of pixels on its page`(width: Int, height: Int) throws {
        let photo = try page(Self.svg("width=\"\(width)\" height=\"\(height)\"", Self.red))
        #expect(photo.size == PixelSize(width: width, height: height))
        let finest = try #require(photo.planes.keys.min().flatMap { photo.planes[$0] })
        #expect(finest.size.width * finest.size.height <= DecodeNeed.mostDrawnPixels.page)
        #expect(finest.size.width * finest.size.height >= DecodeNeed.mostDrawnPixels.page / 5)
        #expect(photo.planes.keys.min() == photo.finestLevel)
    }

    @Test(arguments: [(1, 85), (85, 1), (1, 1), (1, 1_000_000), (3, 2)])
    func `A narrow drawing is drawn with a limited number of pixels in a row`(width: Int, height: Int) throws {
        let size = PixelSize(width: width, height: height)
        for aim in [DecodeAim.middle(.square(1032)), .whole { _ in PixelSize(width: 1, height: 900_000_000) }] {
            let drawn = aim.decodedSize(of: size, .svg)
            #expect(drawn.width > 0 && drawn.height > 0)
            #expect(drawn.width * drawn.height <= DecodeNeed.mostDrawnPixels.row)
        }
        let picture = try row(Self.svg("width=\"\(width)\" height=\"\(height)\"", Self.red), .square(384))
        #expect(picture.size.width > 0 && picture.size.height > 0)
    }

    @Test(arguments: ["", "<", "<rect", "</g>", "\u{0}", "<!DOCTYPE svg [<!ENTITY a \"&a;\">]>&a;"])
    func `A damaged drawing is refused in words`(rest: String) {
        let data = Data("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\">\(rest)".utf8)
        do {
            _ = try row(data)
            Issue.record("a damaged drawing was drawn")
        } catch {
            #expect(!error.description.isEmpty)
        }
    }

    @Test func `Photos within a drawing are drawn, and files and addresses outside are not`() throws {
        let inside = Samples.png.base64EncodedString()
        func image(_ address: String) -> Data {
            Self.svg("width=\"48\" height=\"32\"", "<image width=\"48\" height=\"32\" href=\"\(address)\"/>")
        }
        #expect(try pixel(row(image("data:image/png;base64,\(inside)"), .square(32)), 2, 2)[3] == 255)
        let file = FileManager.default.temporaryDirectory.appending(path: "drawing-\(UUID().uuidString).png")
        try Samples.png.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        for address in [file.absoluteString, file.path, file.lastPathComponent, "http://127.0.0.1:9/a.png"] {
            #expect(try pixel(row(image(address), .square(32)), 2, 2)[3] == 0, "\(address) was read")
        }
    }
}
