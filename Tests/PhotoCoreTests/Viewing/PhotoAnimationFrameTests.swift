import Testing

@testable import PhotoCore

@Suite struct PhotoAnimationFrameTests {
    @Test(arguments: [
        (Int.min, 20), (-1, 20), (0, 20), (19, 20), (20, 20), (100, 100), (2_147_483_647, 2_147_483_647),
        (Int.max, 2_147_483_647),
    ])
    func `A frame is shown long enough to be seen, whatever a photo or a worker says`(asked: Int, shown: Int) {
        #expect(PhotoAnimationFrame([:], milliseconds: asked).milliseconds == shown)
    }

    @Test func `A last frame stays`() { #expect(PhotoAnimationFrame([:], milliseconds: nil).milliseconds == nil) }
}
