import Testing

@testable import PhotoCore

@Suite("How long a photo that moves plays")
struct PlayTimeTests {
    @Test func `It plays without an end where things may move`() {
        var time = PlayTime(isStill: false)
        let goesOn = (0..<10_000).allSatisfy { _ in time.goesOn(after: 1000) }
        #expect(goesOn)
    }

    @Test(arguments: [(1000, 5), (1001, 5), (100, 50), (0, 5000), (-1, 5000), (.max, 1), (.min, 5000)])
    func `Five seconds are the most where nothing is to move`(milliseconds: Int, frames: Int) {
        var time = PlayTime(isStill: true)
        let following = (0..<frames - 1).allSatisfy { _ in time.goesOn(after: milliseconds) }
        let last = [time.goesOn(after: milliseconds), time.goesOn(after: milliseconds)]
        #expect(following)
        #expect(last == [false, false])
    }
}
