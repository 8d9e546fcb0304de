import Testing

@testable import PhotoCore

@Suite("A frame of an animation")
struct PhotoAnimationFrameTests {
    private static func frame(_ milliseconds: Int?) -> PhotoAnimationFrame {
        let planes = [0, 1, 2].map { level in
            (level, PhotoPlane.make(size: .square(8 >> level), channels: 3) { _ in true })
        }
        return PhotoAnimationFrame(
            Dictionary(uniqueKeysWithValues: planes).compactMapValues { $0 }, milliseconds: milliseconds)
    }

    @Test(arguments: [(-8, [0, 1, 2]), (0, [0, 1, 2]), (1, [1, 2]), (2, [2]), (3, [2]), (30, [2])])
    func `Has the detail that is shown, and always something`(level: Int, left: [Int]) {
        #expect(Self.frame(40).reduced(to: level).planes.keys.sorted() == left)
        #expect(Self.frame(500).reduced(to: level).planes.keys.sorted() == left)
    }

    @Test(arguments: [501, nil])
    func `Has all detail if a person may zoom while it is shown`(milliseconds: Int?) {
        #expect(Self.frame(milliseconds).reduced(to: 2).planes.keys.sorted() == [0, 1, 2])
    }

    @Test(arguments: [
        (Int.min, 20), (-1, 20), (0, 20), (19, 20), (20, 20), (100, 100), (2_147_483_647, 2_147_483_647),
        (Int.max, 2_147_483_647),
    ])
    func `A frame is shown long enough to be seen, whatever a photo or a worker says`(asked: Int, shown: Int) {
        #expect(PhotoAnimationFrame([:], milliseconds: asked).milliseconds == shown)
    }

    @Test func `A last frame stays`() { #expect(PhotoAnimationFrame([:], milliseconds: nil).milliseconds == nil) }
}
