import Foundation
import PhotoCore
import Testing
import TestSupport

@Suite("Photos from disk that could not be checked")
@MainActor
struct StaleTests {
    /// One photo, shown from disk while there is no network.
    private func offline() -> LoaderFixture {
        let fixture = LoaderFixture()
        fixture.look(0..<1)
        #expect(fixture.fetcher.wait(untilOpen: 1))
        fixture.fetcher.answer(LoaderFixture.url(0), .success(Data([1])), isStale: true)
        #expect(fixture.context.run { fixture.records[0].state.isFinal })
        return fixture
    }

    @Test func `It is shown, and marked`() {
        let fixture = offline()
        #expect(fixture.records[0].state == .filtered(.pixel(101)))
        #expect(fixture.records[0].isStale)
    }

    @Test func `A new record has the mark from memory`() {
        let fixture = offline()
        let again = PhotoRecord(id: fixture.records[0].id, name: "", location: fixture.records[0].location)
        fixture.loader.restore(again)
        #expect(again.state == .filtered(.pixel(101)))
        #expect(again.isStale)
    }

    @Test func `When the network is back it is asked for again and stays until the new one takes its place`() {
        let fixture = offline()
        var states: [PhotoRecord.State] = []
        let record = fixture.records[0]
        record.observe(as: record) { [unowned record] in if case .state = $0 { states.append(record.state) } }
        fixture.loader.networkIsBack()
        fixture.look(0..<1)
        #expect(fixture.fetcher.wait(untilAsked: 2))
        fixture.fetcher.report(LoaderFixture.url(0), FetchProgress(received: 1, expected: 2))
        #expect(record.isInProgress)
        fixture.fetcher.answer(LoaderFixture.url(0), .success(Data([2])))
        #expect(fixture.context.run { !record.isInProgress })
        #expect(states == [.filtered(.pixel(102))])
        #expect(!record.isStale)
    }

    @Test func `It is asked for again after a while, and for longer each time, while the network stays away`() {
        let fixture = offline()
        var wanted: [Int] = []
        fixture.loader.passWanted = { wanted.append($0) }
        fixture.clock.milliseconds = 1000
        fixture.look(0..<1)
        #expect(fixture.fetcher.wait(untilAsked: 2))
        fixture.fetcher.answer(LoaderFixture.url(0), .success(Data([1])), isStale: true)
        #expect(fixture.context.run { !fixture.records[0].isInProgress })
        #expect(fixture.records[0].isStale)
        #expect(wanted.last == 2000)
    }

    @Test func `It says why where the server, back again, has it no more`() {
        let fixture = offline()
        fixture.loader.networkIsBack()
        fixture.look(0..<1)
        #expect(fixture.fetcher.wait(untilAsked: 2))
        let failure = FetchFailure.refused(status: 410, phrase: "Gone")
        fixture.fetcher.answer(LoaderFixture.url(0), .failure(failure))
        #expect(fixture.context.run { fixture.records[0].state == .failed(.fetch(failure)) })
        #expect(!fixture.records[0].isStale)
    }
}
