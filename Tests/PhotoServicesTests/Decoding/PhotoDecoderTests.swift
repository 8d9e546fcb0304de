import Foundation
@testable import PhotoCore
@testable import PhotoDecoding
import Testing

@Suite("Decoding photos in full")
struct PhotoDecoderTests {
    private func decode(_ data: Data, _ detail: PhotoDetail = .level(0)) throws -> DecodedPhoto {
        try PhotoDecoder().decodePhoto(data, at: detail, isCancelled: { false })
    }

    private func pixel(_ plane: PhotoPlane, _ x: Int, _ y: Int) -> [Int] {
        plane.withRow(y) { row in (0..<plane.channels).map { Int(row[plane.channels * x + $0]) } }
    }

    private func expectQuadrants(_ photo: DecodedPhoto, _ name: String) throws {
        let plane = try #require(photo.planes[0], "\(name)")
        #expect(plane.size == photo.size)
        for (index, expected) in Samples.quadrants.enumerated() {
            let x = index % 2 == 0 ? plane.size.width / 6 : plane.size.width * 5 / 6
            let y = index < 2 ? plane.size.height / 6 : plane.size.height * 5 / 6
            let found = pixel(plane, x, y).prefix(3)
            #expect(zip(found, expected).allSatisfy { abs($0 - $1) <= 12 }, "\(name): \(found) for \(expected)")
        }
    }

    @Test(
        arguments: [
            ("JPEG", Samples.jpeg), ("progressive JPEG", Samples.progressiveJPEG),
            ("JPEG with restart markers", Samples.restartJPEG), ("CMYK JPEG", Samples.cmykJPEG), ("PNG", Samples.png),
            ("PNG with a palette", Samples.palettePNG), ("BMP", Samples.bmp), ("TIFF", Samples.tiff),
        ])
    func `Every format gives all its pixels`(name: String, data: Data) throws {
        let photo = try decode(data)
        #expect(photo.size == PixelSize(width: 24, height: 16))
        #expect(photo.problem == nil && photo.frames == nil)
        try expectQuadrants(photo, name)
    }

    @Test func `A JPEG is decoded as coarsely as is enough`() throws {
        let data = Encoded.picture("jpeg", width: 801, height: 603) { x, y in (UInt8(x & 255), UInt8(y & 255), 90) }
        let eighth = try decode(data, .fitting(PixelSize(width: 100, height: 100)))
        #expect(eighth.planes.keys.sorted() == [3])
        #expect(eighth.planes[3]?.size == PixelSize(width: 101, height: 76))
        #expect(eighth.size == PixelSize(width: 801, height: 603))
        let quarter = try decode(data, .level(2))
        #expect(quarter.planes.keys.sorted() == [2])
        // From a half on, the whole photo, with its halves.
        let whole = try decode(data, .level(1))
        #expect(whole.planes.keys.sorted() == [0, 1])
    }

    @Test(arguments: [1, 8])
    func `A JPEG's pixels are those that GdkPixbuf gives`(orientation: UInt8) throws {
        let jpeg = Encoded.picture("jpeg", width: 160, height: 120, quality: 90) { x, y in
            (UInt8((x * 7 + y * 3) & 255), UInt8((x * y) & 255), UInt8((x + y * 5) & 255))
        }
        let data = Encoded.oriented(jpeg, orientation)
        let photo = try decode(data)
        #expect(photo.orientation == ExifOrientation(rawValue: Int(orientation)))
        let size = photo.orientation.turned(photo.size)
        let expected = try PixbufDecoder().decode(data, toFill: size, isCancelled: { false })
        let plane = try #require(photo.planes[0])
        let rgba = PixelBuffer(size: plane.size) { bytes in
            for y in 0..<plane.size.height {
                for x in 0..<plane.size.width {
                    let at = 4 * (y * plane.size.width + x)
                    for (channel, value) in (pixel(plane, x, y) + [255]).enumerated() {
                        bytes[at + channel] = UInt8(value)
                    }
                }
            }
        }
        #expect(photo.orientation.applied(to: rgba) == expected)
    }

    @Test func `Colours are converted to sRGB, in three bytes a pixel as in four`() throws {
        for (data, expected) in [
            (ColorSamples.displayP3JPEG, ColorSamples.displayP3JPEGInSRGB),
            (ColorSamples.adobeRGBPNG, ColorSamples.adobeRGBPNGInSRGB),
            (ColorSamples.displayP3TIFF, ColorSamples.displayP3TIFFInSRGB),
            (ColorSamples.linearGreyJPEG, ColorSamples.linearGreyJPEGInSRGB),
            (ColorSamples.printedJPEG, ColorSamples.printedJPEGInSRGB),
        ] {
            let photo = try decode(data)
            let plane = try #require(photo.planes[0])
            let found = (0..<plane.size.height).flatMap { y in
                (0..<plane.size.width).flatMap { x in pixel(plane, x, y).prefix(3) }
            }
            let differences = zip(found, expected).map { abs($0 - Int($1)) }
            #expect(differences.count == 3 * 12 * 8 && differences.max() ?? 255 <= 2)
        }
    }

    @Test func `Colours are multiplied by alpha`() throws {
        let plane = try #require(try decode(Samples.alphaPNG).planes[0])
        #expect(plane.channels == 4)
        #expect(pixel(plane, 2, 2) == [0, 0, 0, 0])
    }

    @Test func `A JPEG that is cut short gives the rows that are there, and says so`() throws {
        let data = Encoded.picture("jpeg", width: 400, height: 400) { x, y in
            (UInt8((x * y) & 255), UInt8(x & 255), UInt8(y & 255))
        }
        let half = data.prefix(data.count / 2)
        let photo = try decode(half)
        #expect(photo.problem == .cutShort)
        #expect(photo.size == PixelSize(width: 400, height: 400))
        let plane = try #require(photo.planes[0])
        #expect((100..<300).contains(plane.size.height), "\(plane.size.height) rows of half a file")
        let whole = try #require(try decode(data).planes[0])
        for y in [0, 50, 90] { #expect(pixel(plane, 77, y) == pixel(whole, 77, y)) }
    }

    @Test func `A PNG that is cut short gives what is there, and nothing where it is not`() throws {
        var state: UInt32 = 1
        let data = Encoded.picture("png", width: 200, height: 200) { _, _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return (UInt8(state >> 24), UInt8(state >> 16 & 255), UInt8(state >> 8 & 255))
        }
        let photo = try decode(data.prefix(data.count / 2))
        #expect(photo.problem == .cutShort)
        let plane = try #require(photo.planes[0])
        #expect(plane.size == PixelSize(width: 200, height: 200))
        let whole = try #require(try decode(data).planes[0])
        #expect(pixel(plane, 10, 10) == pixel(whole, 10, 10))
        #expect(pixel(plane, 10, 199).prefix(3).allSatisfy { $0 == 0 })
    }

    @Test func `However little there is of a picture, the outcome is a picture or a failure`() {
        for data in [Samples.jpeg, Samples.progressiveJPEG, Samples.png, Samples.animatedGIF, Samples.tiff] {
            for count in stride(from: 0, to: data.count, by: 7) {
                do {
                    let photo = try decode(data.prefix(count))
                    #expect(!photo.planes.isEmpty)
                } catch {
                    #expect(error is DecodeFailure)
                }
            }
        }
    }

    @Test func `What is too large is refused in words, before memory is taken for it`() {
        let bomb = JPEGBomb.make(width: 20000, height: 14000, scans: 1)
        #expect(throws: DecodeFailure.tooLarge(size: PixelSize(width: 20000, height: 14000), limit: 151_000_000)) {
            try decode(bomb)
        }
        let png = Encoded.hollowPNG(width: 60000, height: 60000)
        #expect(throws: DecodeFailure.tooLarge(size: PixelSize(width: 60000, height: 60000), limit: 151_000_000)) {
            try decode(png)
        }
    }

    @Test func `A photo that takes too long, or is no longer wanted, is cancelled`() {
        var limits = PixbufDecoder.Limits()
        limits.processorTime = .milliseconds(300)
        let bomb = JPEGBomb.make(width: 8000, height: 8000, scans: 300)
        let start = ContinuousClock.now
        #expect(throws: DecodeFailure.tooSlow(seconds: 1)) {
            try PhotoDecoder(limits: limits).decodePhoto(bomb, at: .level(0), isCancelled: { false })
        }
        #expect(ContinuousClock.now - start < .seconds(60))
        #expect(throws: DecodeFailure.cancelled) {
            try PhotoDecoder().decodePhoto(bomb, at: .level(0), isCancelled: { true })
        }
    }

    @Test func `A GIF that moves gives its frames, as often as it is to be played`() throws {
        let photo = try decode(Samples.animatedGIF)
        let frames = try #require(photo.frames)
        let play = frames.play()
        let first = try #require(play.next(at: 0, isCancelled: { false }))
        let shown = try #require(first.planes[0])
        #expect(shown.size == photo.size)
        let second = try #require(play.next(at: 0, isCancelled: { false })?.planes[0])
        #expect(pixel(shown, 2, 2) != pixel(second, 2, 2))
        #expect(first.milliseconds ?? 0 >= 20)
        let again = try #require(frames.play().next(at: 0, isCancelled: { false })?.planes[0])
        #expect(pixel(again, 2, 2) == pixel(shown, 2, 2))
        #expect(play.next(at: 0, isCancelled: { true }) == nil)
    }

    @Test(arguments: [0, 1, 2, 3, 10, 0x7FFF, 0x8000, 0xFFFF])
    func `A frame of a GIF is shown as long as it says, if an eye can see it`(hundredths: Int) throws {
        var gif = Samples.animatedGIF
        for at in gif.indices.dropLast(8) where gif[at...].starts(with: [0x21, 0xF9, 4]) {
            gif[at + 4] = UInt8(hundredths & 0xFF)
            gif[at + 5] = UInt8(hundredths >> 8)
        }
        let play = try #require(try decode(gif).frames).play()
        let first = try #require(play.next(at: 0, isCancelled: { false }))
        if hundredths >= 2 { #expect(first.milliseconds == 10 * hundredths) }
        #expect((20...655_350).contains(first.milliseconds ?? 0))
        for _ in 0..<20 {
            guard let milliseconds = play.next(at: 0, isCancelled: { false })?.milliseconds else { break }
            #expect((20...655_350).contains(milliseconds))
        }
    }

    @Test func `A drawing is as sharp as it is looked at`() throws {
        let svg = Data(
            #"<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><rect width="30" height="20"/></svg>"#
                .utf8)
        let photo: DecodedPhoto
        do {
            photo = try decode(svg, .level(-2))
        } catch {
            guard case DecodeFailure.noLoader = error else { throw error }
            return
        }
        #expect(photo.size == PixelSize(width: 30, height: 20))
        #expect(photo.planes[-2]?.size == PixelSize(width: 120, height: 80))
        #expect(photo.finestLevel < -3)
    }
}
