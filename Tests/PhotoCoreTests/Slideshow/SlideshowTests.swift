import Testing

@testable import PhotoCore

@Suite("A slideshow")
struct SlideshowTests {
    private typealias Readiness = Slideshow.Readiness

    /// A slideshow of `count` photos, 5 seconds each, with their readiness.
    private struct Stage {
        var show: Slideshow
        var states: [Int: Slideshow.Readiness] = [:]
        var now = 0

        init(_ count: Int, goesRound: Bool = false, _ states: [Int: Slideshow.Readiness] = [:]) {
            show = Slideshow(
                SlideOrder(count: count, startingAt: 0, isRandom: false, goesRound: goesRound),
                intervalMilliseconds: 5000)
            self.states = states
        }

        mutating func handle(_ event: Slideshow.Event, at time: Int) -> [Slideshow.Action] {
            now = time
            let states = states
            return show.handle(event, at: time) { states[$0] ?? .coming }
        }
    }

    @Test func `A photo is shown for the interval from when it is sharp`() {
        var stage = Stage(3)
        #expect(stage.handle(.look, at: 0).isEmpty)
        stage.states = [0: .sharp]
        #expect(stage.handle(.look, at: 1000) == [.prepare(place: 1), .wake(afterMilliseconds: 5000)])
        stage.states[1] = .sharp
        #expect(stage.handle(.look, at: 3000) == [.prepare(place: 1), .wake(afterMilliseconds: 3000)])
        #expect(
            stage.handle(.look, at: 6000) == [
                .show(place: 1, fades: true), .prepare(place: 2), .wake(afterMilliseconds: 5000),
            ])
    }

    @Test(arguments: [(Int.min, 1), (-1, 1), (0, 1), (1, 1), (5, 5), (3600, 3600), (3601, 3600), (Int.max, 3600)])
    func `A photo is shown for a second to an hour, whatever is asked for`(seconds: Int, held: Int) {
        #expect(Slideshow.held(seconds: seconds) == held)
    }

    @Test func `It waits until the next photo is sharp, and then goes on at once`() {
        var stage = Stage(3, [0: .sharp])
        _ = stage.handle(.look, at: 0)
        #expect(stage.handle(.look, at: 5000) == [.prepare(place: 1)])
        #expect(stage.handle(.look, at: 20_000) == [.prepare(place: 1)])
        stage.states[1] = .sharp
        #expect(stage.handle(.look, at: 21_000).first == .show(place: 1, fades: true))
        // Its own interval is complete.
        stage.states[2] = .sharp
        #expect(stage.handle(.look, at: 25_999) == [.prepare(place: 2), .wake(afterMilliseconds: 1)])
    }

    @Test func `An unavailable photo is skipped in its turn, and reported`() {
        var stage = Stage(4, [0: .sharp, 1: .failed, 2: .failed, 3: .sharp])
        #expect(stage.handle(.look, at: 0) == [.prepare(place: 1), .wake(afterMilliseconds: 5000)])
        #expect(
            stage.handle(.look, at: 5000) == [
                .passOver(place: 1), .passOver(place: 2), .show(place: 3, fades: true),
                .wake(afterMilliseconds: 5000),
            ])
    }

    @Test func `After the last photo's interval it ends`() {
        var stage = Stage(1, [0: .sharp])
        #expect(stage.handle(.look, at: 0) == [.wake(afterMilliseconds: 5000)])
        #expect(stage.handle(.look, at: 5000) == [.end])
    }

    @Test func `A repeating show with one available photo stays with it`() {
        var stage = Stage(3, goesRound: true, [0: .sharp, 1: .failed, 2: .failed])
        _ = stage.handle(.look, at: 0)
        #expect(
            stage.handle(.look, at: 5000) == [
                .passOver(place: 1), .passOver(place: 2), .show(place: 0, fades: true), .prepare(place: 1),
                .wake(afterMilliseconds: 5000),
            ])
    }

    @Test func `Without any available photo, it ends`() {
        var stage = Stage(3, goesRound: true, [0: .failed, 1: .failed, 2: .failed])
        _ = stage.handle(.look, at: 0)
        #expect(stage.handle(.look, at: 5000).last == .end)
    }

    @Test func `Paused it stays, and gone on with, it stays for one more interval`() {
        var stage = Stage(2, [0: .sharp, 1: .sharp])
        _ = stage.handle(.look, at: 0)
        #expect(stage.handle(.pauseOrGoOn, at: 4000) == [.prepare(place: 1)])
        #expect(stage.show.isPaused)
        #expect(stage.handle(.look, at: 60_000) == [.prepare(place: 1)])
        #expect(stage.handle(.pauseOrGoOn, at: 61_000) == [.prepare(place: 1), .wake(afterMilliseconds: 5000)])
        #expect(stage.handle(.look, at: 66_000).first == .show(place: 1, fades: true))
    }

    @Test func `A step shows the next photo or the one before at once, and begins its interval`() {
        var stage = Stage(3, [0: .sharp, 1: .sharp, 2: .sharp])
        _ = stage.handle(.look, at: 0)
        #expect(
            stage.handle(.step(isNext: true), at: 4000) == [
                .show(place: 1, fades: false), .prepare(place: 2), .wake(afterMilliseconds: 5000),
            ])
        #expect(stage.handle(.step(isNext: false), at: 5000).first == .show(place: 0, fades: false))
        #expect(stage.handle(.step(isNext: false), at: 6000).isEmpty)
    }

    @Test func `A step to a photo that is still coming waits for it before its interval begins`() {
        var stage = Stage(3, [0: .sharp, 2: .sharp])
        _ = stage.handle(.look, at: 0)
        #expect(stage.handle(.step(isNext: true), at: 100) == [.show(place: 1, fades: false)])
        stage.states[1] = .sharp
        #expect(stage.handle(.look, at: 9000) == [.prepare(place: 2), .wake(afterMilliseconds: 5000)])
    }

    @Test func `Another interval holds for the photo that is shown`() {
        var stage = Stage(2, [0: .sharp, 1: .sharp])
        _ = stage.handle(.look, at: 0)
        stage.show.interval = 3000
        #expect(stage.handle(.look, at: 1000) == [.prepare(place: 1), .wake(afterMilliseconds: 2000)])
    }
}
