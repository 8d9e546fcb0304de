import Foundation
import PhotoCore
import PhotoDecoding
import Testing

@Suite("Colours")
struct ColorTests {
    private static let swapped = [[30, 30, 200], [30, 180, 30], [200, 30, 30], [40, 200, 220]]

    @Test(
        arguments: [
            ("Display P3, JPEG", ColorSamples.displayP3JPEG, ColorSamples.displayP3JPEGInSRGB),
            ("Adobe RGB, JPEG", ColorSamples.adobeRGBJPEG, ColorSamples.adobeRGBJPEGInSRGB),
            ("Adobe RGB, PNG", ColorSamples.adobeRGBPNG, ColorSamples.adobeRGBPNGInSRGB),
            ("Display P3, TIFF", ColorSamples.displayP3TIFF, ColorSamples.displayP3TIFFInSRGB),
            ("Display P3, WebP", ColorSamples.displayP3WebP, ColorSamples.displayP3WebPInSRGB),
            ("linear grey, JPEG", ColorSamples.linearGreyJPEG, ColorSamples.linearGreyJPEGInSRGB),
            ("inks, JPEG", ColorSamples.printedJPEG, ColorSamples.printedJPEGInSRGB),
        ])
    func `What an embedded profile means is what Pillow's Little CMS makes of it, within 2 of 255`(
        name: String, data: Data, expected: Data
    ) throws {
        let picture = try decode(data)
        #expect(picture.size == PixelSize(width: 12, height: 8))
        let differences = zip(rgb(picture), expected).map { abs(Int($0) - Int($1)) }
        #expect(differences.count == 3 * 12 * 8 && differences.max() ?? 255 <= 2, "\(name): \(differences)")
    }

    @Test(
        arguments: [
            ("JPEG", ColorSamples.swappedJPEG), ("PNG", ColorSamples.swappedPNG), ("WebP", ColorSamples.swappedWEBP),
            ("TIFF", ColorSamples.swappedTIFF), ("AVIF", ColorSamples.swappedAVIF), ("HEIF", ColorSamples.swappedHEIF),
        ])
    func `A profile with red and blue swapped swaps red and blue`(name: String, data: Data) throws {
        expectCorners(of: try decode(data), Self.swapped, name)
    }

    @Test func `So it does in a JPEG decoded at an eighth`() throws {
        let large = Encoded.picture("jpeg", width: 320, height: 320) { x, y in
            let colour = Samples.quadrants[(x < 160 ? 0 : 1) + (y < 160 ? 0 : 2)].map { UInt8($0) }
            return (colour[0], colour[1], colour[2])
        }
        // The profile's segments, in their own order.
        let profile = ColorSamples.swappedProfile
        let parts = [profile.prefix(200), profile.dropFirst(200)]
        func segment(_ number: Int) -> Data {
            Data([0xFF, 0xE2, 0, UInt8(16 + parts[number - 1].count)]) + Data("ICC_PROFILE\0".utf8)
                + [UInt8(number), 2] + parts[number - 1]
        }
        try #require(profile.count < 440)
        let picture = try decode(large.prefix(2) + segment(2) + segment(1) + large.dropFirst(2), .square(40))
        #expect(picture.size == .square(40))
        expectCorners(of: picture, Self.swapped, "two segments")
        // Without its first half the profile is invalid.
        expectCorners(
            of: try decode(large.prefix(2) + segment(2) + large.dropFirst(2), .square(40)), Samples.quadrants, "half")
    }

    @Test(arguments: [4, 36, 120, 128, 140, 300])
    func `A broken profile is ignored, and the picture shown as it is`(at index: Int) throws {
        var data = ColorSamples.swappedWEBP
        let profile = try #require(data.range(of: ColorSamples.swappedProfile))
        data.replaceSubrange(
            (profile.lowerBound + index)..<profile.upperBound, with: Data(count: profile.count - index))
        expectCorners(of: try decode(data), Samples.quadrants, "broken")
    }

    @Test func `Flipped bytes in a profile end in a picture`() throws {
        var state: UInt64 = 88_172_645_463_325_252
        let profile = try #require(ColorSamples.swappedWEBP.range(of: ColorSamples.swappedProfile))
        for _ in 0..<300 {
            var broken = ColorSamples.swappedWEBP
            for _ in 0..<3 {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                broken[profile.lowerBound + Int(state % UInt64(profile.count))] = UInt8(truncatingIfNeeded: state >> 40)
            }
            #expect(try decode(broken).size == PixelSize(width: 12, height: 8))
        }
    }

    @Test func `Many threads at once get the same colours`() throws {
        let samples = [ColorSamples.displayP3WebP, ColorSamples.adobeRGBPNG, ColorSamples.linearGreyJPEG]
        let expected = try samples.map { try decode($0) }
        DispatchQueue.concurrentPerform(iterations: 300) { index in
            #expect((try? decode(samples[index % 3])) == expected[index % 3])
        }
    }

    @Test func `16 bits a sample keep their colours`() throws {
        expectCorners(of: try decode(ColorSamples.deepPNG), Samples.quadrants, "16 bits")
    }

    @Test func `WebP and PNG are turned as their EXIF says, AVIF as its own boxes say`() throws {
        let right = [2, 0, 3, 1].map { Samples.quadrants[$0] }
        let left = [1, 3, 0, 2].map { Samples.quadrants[$0] }
        for (name, data, expected) in [
            ("WebP", ColorSamples.turnedWebP, right), ("PNG", ColorSamples.turnedPNG, right),
            ("AVIF", ColorSamples.turnedAVIF, left),
        ] {
            let picture = try decode(data, PixelSize(width: 8, height: 12))
            #expect(picture.size == PixelSize(width: 8, height: 12), "\(name)")
            expectCorners(of: picture, expected, name)
        }
    }

    private func decode(
        _ data: Data, _ size: PixelSize = PixelSize(width: 12, height: 8)
    ) throws(DecodeFailure) -> PixelBuffer {
        try PixbufDecoder().decode(data, toFill: size, isCancelled: { false })
    }

    private func rgb(_ picture: PixelBuffer) -> [UInt8] {
        picture.bytes.enumerated().filter { $0.offset % 4 < 3 }.map(\.element)
    }
}
