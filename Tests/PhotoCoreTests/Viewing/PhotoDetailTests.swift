import Foundation
import PhotoCore
import Testing

@Suite struct PhotoDetailTests {
    @Test func `The coarsest level is taken whose pixels are not enlarged`() {
        #expect(PhotoDetail.level(for: 1) == 0)
        #expect(PhotoDetail.level(for: 0.5) == 1)
        #expect(PhotoDetail.level(for: 0.51) == 0)
        #expect(PhotoDetail.level(for: 0.15) == 2)
        #expect(PhotoDetail.level(for: 0.125) == 3)
        #expect(PhotoDetail.level(for: 2) == -1)
        #expect(PhotoDetail.level(for: 0) == 0)
        #expect(PhotoDetail.level(for: .nan) == 0)
    }

    @Test func `What fits the screen needs no more`() {
        let screen = PhotoDetail.fitting(PixelSize(width: 900, height: 700))
        #expect(screen.level(of: PixelSize(width: 6000, height: 4000)) == 2)
        #expect(screen.level(of: PixelSize(width: 12240, height: 8160)) == 3)
        #expect(screen.level(of: PixelSize(width: 100, height: 100)) == 0)
    }

    @Test func `Levels go down to what no view is smaller than`() throws {
        let plane = try Planes.noise(2000, 10)
        let levels = try #require(DecodedPhoto.levels(from: plane, at: 1, isCancelled: { false }))
        #expect(levels.keys.sorted() == [1, 2, 3])
        #expect(levels[3]?.size == PixelSize(width: 500, height: 3))
        #expect(DecodedPhoto.levels(from: plane, at: 1, isCancelled: { true }) == nil)
    }

    @Test func `Halving takes means`() throws {
        let plane = try Planes.make(3, 3) { x, y, _ in UInt8(40 * x + 10 * y) }
        let half = try #require(plane.halved(isCancelled: { false }))
        #expect(half.size == PixelSize(width: 2, height: 2))
        #expect(half.withRow(0) { Array($0) } == [25, 25, 25, 85, 85, 85])
        #expect(half.withRow(1) { Array($0) } == [40, 40, 40, 100, 100, 100])
    }

    @Test func `A histogram counts every pixel once`() throws {
        let plane = try Planes.make(4, 2, channels: 4) { x, _, channel in channel == 3 ? 255 : UInt8(x * (channel + 1))
        }
        let histogram = try #require(PhotoHistogram(of: plane))
        #expect(Array(histogram.red[...4]) == [2, 2, 2, 2, 0])
        #expect(Array(histogram.green[...6]) == [2, 0, 2, 0, 2, 0, 2])
        #expect(histogram.blue.reduce(0, +) == 8)
        #expect(PhotoHistogram(of: plane, isCancelled: { true }) == nil)
        #expect(histogram.heights(\.red).allSatisfy { (0...1).contains($0) })
    }
}

@Suite struct PhotoHeaderTests {
    @Test func `The first bytes tell the size`() {
        let gif = Data("GIF89a".utf8) + [0x2C, 0x01, 0xC8, 0x00, 0, 0, 0]
        #expect(PhotoHeader.uprightSize(of: gif) == PixelSize(width: 300, height: 200))
        let png =
            Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]) + Data("IHDR".utf8) + [
                0, 0, 4, 176, 0, 0, 3, 32,
            ]
        #expect(PhotoHeader.uprightSize(of: png) == PixelSize(width: 1200, height: 800))
        let huge = png.prefix(16) + Data(repeating: 0xFF, count: 8) + png.dropFirst(24)
        #expect(PhotoHeader.uprightSize(of: huge) == nil)
        #expect(PhotoHeader.uprightSize(of: Data()) == nil)
        #expect(PhotoHeader.uprightSize(of: Data("<svg/>".utf8)) == nil)
        for count in 0..<png.count { #expect(PhotoHeader.uprightSize(of: png.prefix(count)) == nil) }
    }
}
