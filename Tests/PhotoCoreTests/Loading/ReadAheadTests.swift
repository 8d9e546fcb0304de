import Foundation
@testable import PhotoCore
import Testing
import TestSupport

@Suite("Reading ahead")
@MainActor
struct ReadAheadTests {
    @Test func `What is ahead begins when the screen is done, and not before`() {
        let fixture = LoaderFixture()
        fixture.look(0..<4, ahead: 4..<8)
        #expect(fixture.fetcher.wait(untilOpen: 4))
        for row in 1..<4 { fixture.fetcher.answer(LoaderFixture.url(row), .success(Data([1]))) }
        #expect(fixture.context.run { fixture.records[1..<4].allSatisfy(\.state.isFinal) })
        #expect(Set(fixture.numbersAsked) == [0, 1, 2, 3])
        #expect(fixture.finish(0..<8))
        #expect(Set(fixture.numbersAsked) == Set(0..<8))
        #expect(fixture.loader.pending.inProgress.isEmpty)
    }

    @Test func `A failure on screen does not hold up what is ahead, and one ahead is left until it is on screen`() {
        let fixture = LoaderFixture()
        fixture.look(0..<1, ahead: 1..<2)
        #expect(fixture.fetcher.wait(untilOpen: 1))
        fixture.fetcher.answer(LoaderFixture.url(0), .failure(.tooManyRedirects))
        #expect(fixture.context.run { fixture.fetcher.open == [LoaderFixture.url(1)] })
        fixture.fetcher.answer(LoaderFixture.url(1), .failure(.timedOut(host: "h", seconds: 1)))
        #expect(fixture.context.run { fixture.records[1].state.isFinal })
        fixture.clock.milliseconds = 100_000
        fixture.look(0..<1, ahead: 1..<2)
        #expect(fixture.loader.pending.inProgress.isEmpty)
        fixture.look(1..<2)
        #expect(fixture.finish(1..<2))
        #expect(fixture.numbersAsked == [0, 1, 1])
    }

    @Test func `Nothing new begins ahead while the list moves`() {
        let fixture = LoaderFixture()
        fixture.look(0..<2, ahead: 2..<4)
        #expect(fixture.fetcher.wait(untilOpen: 2))
        fixture.loader.listMoves()
        for row in 0..<2 { fixture.fetcher.answer(LoaderFixture.url(row), .success(Data([1]))) }
        #expect(fixture.context.run { fixture.context.queued == 0 && fixture.fetcher.open.isEmpty })
        #expect(fixture.fetcher.asked.count == 2)
        fixture.look(0..<2, ahead: 2..<4)
        #expect(fixture.finish(0..<4))
    }

    @Test func `What was read ahead and comes on screen goes on; what turns out to lie behind is given up`() {
        let fixture = LoaderFixture()
        fixture.look(0..<2)
        #expect(fixture.finish(0..<2))
        fixture.look(0..<2, ahead: 2..<6)
        #expect(fixture.fetcher.wait(untilOpen: 4))
        fixture.look(2..<4, ahead: 4..<6)
        #expect(fixture.fetcher.closed.isEmpty)
        fixture.look(2..<4, ahead: 0..<2)
        #expect(fixture.fetcher.wait(untilClosed: 2))
        #expect(Set(fixture.numbersClosed) == [4, 5])
        #expect(fixture.finish(0..<4))
    }

    @Test func `Over a metered network nothing is read ahead`() {
        let fixture = LoaderFixture()
        fixture.loader.readsAhead = false
        fixture.look(0..<2, ahead: 2..<4)
        #expect(fixture.finish(0..<2))
        #expect(fixture.loader.pending.inProgress.isEmpty)
        #expect(fixture.fetcher.asked.count == 2)
    }
}
