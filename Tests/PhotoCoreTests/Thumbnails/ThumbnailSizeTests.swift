@testable import PhotoCore
import Testing

@Suite("Sizes of thumbnails")
struct ThumbnailSizeTests {
    private func whole(_ width: Int, _ height: Int, covering side: Int) -> PixelSize {
        ThumbnailSize.whole(of: PixelSize(width: width, height: height), covering: .square(side))
    }

    @Test func `A photo is decoded whole at the smallest size from 256 on that covers the row`() {
        #expect(whole(4000, 3000, covering: 80) == PixelSize(width: 256, height: 192))
        #expect(whole(3000, 4000, covering: 160) == PixelSize(width: 192, height: 256))
        #expect(whole(1920, 1080, covering: 160) == PixelSize(width: 512, height: 288))
        #expect(whole(8000, 1000, covering: 80) == PixelSize(width: 1024, height: 128))
    }

    @Test func `A small photo stays as it is, also where it covers no row`() {
        #expect(whole(200, 90, covering: 80) == PixelSize(width: 200, height: 90))
        #expect(whole(60, 40, covering: 80) == PixelSize(width: 60, height: 40))
        #expect(whole(1, 1, covering: 80) == .square(1))
    }

    @Test func `One that is too narrow for any size covers the row all the same, and is kept in none`() {
        let size = whole(20000, 1000, covering: 80)
        #expect(size == PixelSize(width: 1600, height: 80))
        let pixels = PixelBuffer(size: size, bytesPerRow: 4 * 1600, bytes: Array(repeating: 0, count: 4 * 1600 * 80))
        let picture = WholePicture(pixels, of: PixelSize(width: 20000, height: 1000), format: .jpeg)
        #expect(ThumbnailSize(of: picture) == nil)
    }

    @Test func `A photo of any shape fits its thumbnail, whatever its numbers`() {
        let sides = [1, 2, 3, 127, 128, 129, 1023, 1024, 1025, 12_288, 65_535, 1 << 31 - 1, 1 << 31]
        for width in sides {
            for height in sides {
                let original = PixelSize(width: width, height: height)
                for thumbnail in ThumbnailSize.allCases {
                    let size = thumbnail.fitting(original)
                    #expect((1...thumbnail.side).contains(size.width) && (1...thumbnail.side).contains(size.height))
                    #expect(size == original || max(size.width, size.height) == thumbnail.side)
                }
                for wanted in [0, 1, 80, 160, 344, 1 << 31] {
                    let size = ThumbnailSize.whole(of: original, covering: .square(wanted))
                    #expect((1...width).contains(size.width) && (1...height).contains(size.height))
                }
            }
        }
    }

    @Test func `A picture is kept in the smallest size that it fits, if it fills that or is the photo itself`() {
        func size(_ width: Int, _ height: Int, of originalWidth: Int, _ originalHeight: Int) -> ThumbnailSize? {
            let bytes = [UInt8](repeating: 0, count: 4 * width * height)
            let pixels = PixelBuffer(
                size: PixelSize(width: width, height: height), bytesPerRow: 4 * width, bytes: bytes)
            let original = PixelSize(width: originalWidth, height: originalHeight)
            return ThumbnailSize(of: WholePicture(pixels, of: original, format: .jpeg))
        }
        #expect(size(256, 192, of: 4000, 3000) == .large)
        #expect(size(128, 96, of: 4000, 3000) == .normal)
        #expect(size(200, 150, of: 4000, 3000) == nil)
        #expect(size(200, 150, of: 200, 150) == .large)
        #expect(size(100, 75, of: 100, 75) == .normal)
        #expect(size(600, 450, of: 600, 450) == .extraExtraLarge)
    }
}
