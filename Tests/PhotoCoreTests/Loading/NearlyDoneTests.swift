import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite("Unwanted downloads that are nearly done")
@MainActor
struct NearlyDoneTests {
    /// Photo 0 is loading and scrolls away; its last bytes are expected in a tenth of a second.
    private func scrolledAway() -> (LoaderFixture, wanted: Wanted) {
        let fixture = LoaderFixture()
        let wanted = Wanted()
        fixture.loader.passWanted = { wanted.milliseconds.append($0) }
        fixture.look(0..<1)
        #expect(fixture.fetcher.wait(untilOpen: 1))
        fixture.fetcher.secondsWorthWaiting = 0.1
        // The fetcher has the request before the operation has its task.
        #expect(fixture.context.run { fixture.downloaders.contains { $0.secondsWorthWaiting != nil } })
        fixture.look(10..<11)
        return (fixture, wanted)
    }

    @MainActor
    private final class Wanted {
        var milliseconds: [Int] = []
    }

    @Test func `It goes on, its row is new again, and what it brings is held`() {
        let (fixture, _) = scrolledAway()
        #expect(fixture.fetcher.wait(untilOpen: 2))
        #expect(fixture.fetcher.closed.isEmpty)
        #expect(fixture.records[0].state == .new)
        #expect(!fixture.records[0].isInProgress)
        #expect(fixture.finish(10..<11))
        fixture.look(0..<1)
        #expect(fixture.finish(0..<1))
        #expect(fixture.numbersAsked == [0, 10], "the photo that continues is not requested again")
    }

    @Test func `Its row joins it when it comes back on screen meanwhile`() {
        let (fixture, _) = scrolledAway()
        #expect(fixture.fetcher.wait(untilOpen: 2))
        fixture.look(0..<1)
        #expect(fixture.records[0].state == .downloading(fraction: nil))
        fixture.clock.milliseconds = 10_000
        fixture.look(0..<1)
        #expect(!fixture.numbersClosed.contains(0), "it is wanted again, and its time is unlimited")
        #expect(fixture.finish(0..<1))
        #expect(fixture.numbersAsked.filter { $0 == 0 }.count == 1)
    }

    @Test func `It is given up when it takes more than twice as long as was expected`() {
        let (fixture, wanted) = scrolledAway()
        #expect(wanted.milliseconds == [217])
        fixture.clock.milliseconds = 216
        fixture.look(10..<11)
        #expect(fixture.fetcher.closed.isEmpty)
        fixture.clock.milliseconds = 217
        fixture.look(10..<11)
        #expect(fixture.numbersClosed == [0])
    }

    @Test func `It is given up at once when the catalogue is closed`() {
        let (fixture, _) = scrolledAway()
        fixture.loader.cancelAll()
        #expect(fixture.numbersClosed.contains(0))
    }
}
