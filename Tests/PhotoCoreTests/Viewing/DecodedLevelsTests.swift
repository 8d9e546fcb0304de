import Testing

@testable import PhotoCore

/// The decoded levels of a photo, without decoding.
@Suite struct DecodedLevelsTests {
    private static func photo(_ levels: [Int], problem: DecodeFailure? = nil, finest: Int = 0) -> DecodedPhoto {
        let planes = levels.map { level in
            let size = PixelSize(width: 400 >> level, height: 300 >> level)
            return (level, PhotoPlane.make(size: size, channels: 3) { _ in true })
        }
        return DecodedPhoto(
            size: PixelSize(width: 400, height: 300), orientation: .rightTop, format: .jpeg,
            planes: Dictionary(uniqueKeysWithValues: planes).compactMapValues { $0 }, finestLevel: finest,
            problem: problem)
    }

    @Test func `A photo that is decoded more finely keeps its coarser levels`() {
        var levels = DecodedLevels()
        levels.add(Self.photo([2, 3]), isPartial: false)
        #expect(levels.lacks(.level(1)))
        levels.add(Self.photo([0, 1]), isPartial: false)
        #expect(levels.layers.keys.sorted() == [0, 1, 2, 3])
        #expect(!levels.lacks(.level(0)))
        #expect(levels.uprightSize == PixelSize(width: 300, height: 400))
    }

    @Test func `A part gives way to the next part and to the whole photo`() {
        var levels = DecodedLevels()
        levels.add(Self.photo([2, 3], problem: .cutShort), isPartial: true)
        #expect(!levels.isCutShort)
        levels.add(Self.photo([3], problem: .cutShort), isPartial: true)
        #expect(levels.layers.keys.sorted() == [3])
        levels.add(Self.photo([1, 2], problem: .cutShort), isPartial: false)
        #expect(levels.layers.keys.sorted() == [1, 2])
        #expect(levels.isCutShort)
        #expect(levels.status == .ready)
    }

    @Test func `No detail is lacking that the photo does not have`() {
        var levels = DecodedLevels()
        #expect(!levels.lacks(.level(0)))
        levels.add(Self.photo([1], finest: 1), isPartial: false)
        #expect(!levels.lacks(.level(0)))
        levels.release(finerThan: 2)
        #expect(levels.layers.isEmpty)
        #expect(levels.photo?.planes.isEmpty == true)
    }

    @Test func `A photo whose bytes are wrong has failed, whatever is shown of it`() {
        var levels = DecodedLevels()
        levels.add(Self.photo([0], problem: .unreadable(reason: "x")), isPartial: false)
        #expect(levels.status == .failed(.decode(.unreadable(reason: "x"))))
    }
}
