import Foundation
@testable import PhotoCore
@testable import PhotoDecoding
import Testing

@Suite("Decoding whole pictures")
struct WholePictureTests {
    private func decode(
        _ data: Data, _ size: PixelSize? = nil, with decoder: any PictureDecoding = PixbufDecoder()
    ) throws(DecodeFailure) -> WholePicture {
        try decoder.decodeWhole(data, at: { size ?? $0 }, isCancelled: { false })
    }

    @Test(
        arguments: [
            (EncodedPicture.Format.jpeg, Samples.jpeg), (.jpeg, Samples.progressiveJPEG), (.jpeg, Samples.cmykJPEG),
            (.png, Samples.png), (.gif, Samples.animatedGIF), (.bmp, Samples.bmp), (.tiff, Samples.tiff),
        ])
    func `Every format gives all of the picture, and says what it was`(format: EncodedPicture.Format, data: Data) throws
    {
        let picture = try decode(data)
        #expect(picture.format == format)
        #expect(picture.original == PixelSize(width: 24, height: 16))
        #expect(picture.pixels.size == picture.original)
        expectCorners(of: picture.pixels, Samples.quadrants, "\(format)")
        let half = try decode(data, PixelSize(width: 12, height: 8))
        #expect(half.original == picture.original)
        #expect(half.pixels.size == PixelSize(width: 12, height: 8))
        expectCorners(of: half.pixels, Samples.quadrants, "half of \(format)")
    }

    @Test(arguments: 1...8)
    func `It is upright, whatever its EXIF orientation, and so is its size`(value: Int) throws {
        let stored = Encoded.picture("jpeg", width: 480, height: 320, quality: 95) { x, y in
            let colour = Samples.quadrants[(x < 240 ? 0 : 1) + (y < 160 ? 0 : 2)]
            return (UInt8(colour[0]), UInt8(colour[1]), UInt8(colour[2]))
        }
        let picture = try PixbufDecoder().decodeWhole(
            Encoded.oriented(stored, UInt8(value)), at: { ThumbnailSize.normal.fitting($0) }, isCancelled: { false })
        let isTurned = value >= 5
        #expect(picture.original == PixelSize(width: isTurned ? 320 : 480, height: isTurned ? 480 : 320))
        #expect(picture.pixels.size == PixelSize(width: isTurned ? 85 : 128, height: isTurned ? 128 : 85))
        expectCorners(of: picture.pixels, try #require(Samples.upright[value]), "orientation \(value)")
    }

    @Test func `TIFF tells its orientation only when it is decoded; AVIF and HEIF turn themselves`() throws {
        let picture = try decode(Samples.turnedTIFF)
        #expect(picture.original == PixelSize(width: 16, height: 24))
        #expect(picture.pixels.size == picture.original)
    }

    @Test(arguments: ["jpeg", "png"])
    func `Nothing is cut off, and the middle of it is what the decoder makes of the photo`(type: String) throws {
        let data = Encoded.picture(type, width: 2401, height: 1333, quality: 95) { x, y in
            // A frame of 12 pixels around slopes.
            if x < 12 || y < 12 || x >= 2389 || y >= 1321 { return (255, 255, 255) }
            return (UInt8(x * 200 / 2401), UInt8(y * 200 / 1333), UInt8((x + y) / 200 % 2 * 100))
        }
        let whole = try PixbufDecoder().decodeWhole(
            data, at: { ThumbnailSize.whole(of: $0, covering: .square(80)) }, isCancelled: { false })
        #expect(whole.original == PixelSize(width: 2401, height: 1333))
        #expect(whole.pixels.size == PixelSize(width: 256, height: 142))
        for (x, y) in [(0, 70), (255, 70), (128, 0), (128, 141)] {
            #expect(whole.pixels.bytes[y * whole.pixels.bytesPerRow + 4 * x] > 220, "the frame at \(x), \(y)")
        }
        let row = try #require(whole.middle(filling: .square(80), isCancelled: { false }))
        let direct = try PixbufDecoder().decode(data, toFill: .square(80), isCancelled: { false })
        #expect(row.size == direct.size)
        #expect(row.difference(from: direct) < 2)
    }

    @Test(
        arguments: [
            ("JPEG", ColorSamples.displayP3JPEG, ColorSamples.displayP3JPEGInSRGB),
            ("PNG", ColorSamples.adobeRGBPNG, ColorSamples.adobeRGBPNGInSRGB),
            ("CMYK", ColorSamples.printedJPEG, ColorSamples.printedJPEGInSRGB),
        ])
    func `Colours are converted from the picture's profile`(name: String, data: Data, converted: Data) throws {
        let picture = try decode(data).pixels
        let rgb = picture.bytes.indices.filter { $0 % 4 < 3 }.map { picture.bytes[$0] }
        let differences = zip(rgb, converted).map { abs(Int($0) - Int($1)) }
        #expect(rgb.count == converted.count && differences.max() ?? 255 <= 2, "\(name)")
    }

    @Test func `What cannot be interrupted is decoded whole in a thread of its own, with the same result`() throws {
        #expect(try decode(Samples.tiff, with: DetachedDecoder(PixbufDecoder())) == decode(Samples.tiff))
        #expect(throws: DecodeFailure.notAPicture) {
            try decode(Data("bad".utf8), with: DetachedDecoder(PixbufDecoder()))
        }
    }

    @Test func `Given up, it says so; not a picture, that`() {
        #expect(throws: DecodeFailure.cancelled) {
            try PixbufDecoder().decodeWhole(Samples.png, at: { $0 }, isCancelled: { true })
        }
        #expect(throws: DecodeFailure.empty) { try decode(Data()) }
    }
}
