import Foundation
@testable import PhotoCore
@testable import PhotoDecoding
import Testing

@Suite("What a picture may cost")
struct PictureLimitTests {
    @Test func `A JPEG has as many scans as it may have, and not one more`() {
        for (scans, isExcessive) in [(JPEGScans.most, false), (JPEGScans.most + 1, true)] {
            let picture = JPEGBomb.makeSequential(width: 8, height: 8, scans: scans)
            #expect(EncodedPicture(picture).hasExcessiveScans == isExcessive)
        }
    }

    @Test func `The scans of a JPEG have as many blocks as they may have, and not one scan more`() {
        let side = 20_000
        let scans = JPEGScans.mostBlocks / (side / 8 * side / 8)
        #expect(scans * (side / 8 * side / 8) == JPEGScans.mostBlocks)
        for (scans, isExcessive) in [(scans, false), (scans + 1, true)] {
            let picture = JPEGBomb.makeSequential(width: side, height: side, scans: scans)
            #expect(EncodedPicture(picture).hasExcessiveScans == isExcessive)
        }
    }

    @Test func `A printed picture is converted by its own profile up to a size, and not for a row more`() throws {
        let side = 6000
        #expect(side * side == InkPicture.pixelLimit)
        for (height, isOne) in [(side, true), (side + 1, false)] {
            var data = ColorSamples.printedJPEG
            let frame = try #require(data.firstRange(of: Data([0xFF, 0xC0, 0, 0x14, 8]))).upperBound
            for (index, byte) in [height >> 8, height & 0xFF, side >> 8, side & 0xFF].enumerated() {
                data[frame + index] = UInt8(byte)
            }
            let picture = EncodedPicture(data)
            let job = DecodeJob(
                data: data, picture: picture, format: .jpeg, metadata: PictureMetadata(data),
                limits: PixbufDecoder.Limits(), watch: DecodeWatch(budget: .seconds(1), isCancelled: { false }))
            #expect((InkPicture(job) != nil) == isOne)
        }
    }
}
