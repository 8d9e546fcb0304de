import PhotoCore
import Testing

@Suite("A photo's version")
struct PhotoVersionTests {
    @Test func `A file that was changed within two seconds of now, before or after, has no version yet`() {
        for distance in [-1, 0, 1] { #expect(!PhotoVersion.isSettled(modified: 1000 + distance, at: 1000)) }
        for distance in [-3, -2, 2, 3] { #expect(PhotoVersion.isSettled(modified: 1000 + distance, at: 1000)) }
    }

    @Test(arguments: [Int.min, Int.min + 1, -1, 0, 1, Int.max - 1, Int.max])
    func `Times of any value are compared`(time: Int) {
        #expect(PhotoVersion.isSettled(modified: time, at: 1_700_000_000))
        #expect(!PhotoVersion.isSettled(modified: time, at: time))
        #expect(PhotoVersion.isSettled(modified: time, at: time < 0 ? Int.max : Int.min))
    }
}
