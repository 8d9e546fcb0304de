import Foundation
@testable import PhotoCore
import Testing
import TestSupport

@Suite("Another filter for the whole list")
@MainActor
struct FilterChangeTests {
    private let addOne = LoaderFixture.addOne

    @Test func `Held photos are filtered again, and nothing is fetched or decoded again`() {
        let fixture = LoaderFixture()
        fixture.look(0..<4)
        #expect(fixture.finish(0..<4))
        fixture.loader.setFilter(addOne, live: fixture.records)
        #expect(fixture.records[2].state == .downloaded(.pixel(1)))
        fixture.look(0..<4)
        #expect(fixture.finish(0..<4))
        #expect(fixture.records[2].state == .filtered(.pixel(2)))
        #expect(fixture.fetcher.asked.count == 4)
        #expect(fixture.decoder.decodings == 4)
    }

    @Test func `A filter that is taken back is there at once`() {
        let fixture = LoaderFixture()
        let first = fixture.loader.filter
        fixture.look(0..<2)
        #expect(fixture.finish(0..<2))
        fixture.loader.setFilter(addOne, live: fixture.records)
        fixture.loader.setFilter(first, live: fixture.records)
        fixture.look(0..<2)
        #expect(fixture.records[0].state == .filtered(.pixel(101)) || fixture.finish(0..<2))
        #expect(fixture.filter.filtrations == 2)
    }

    @Test func `Without a filter the original is final at once`() {
        let fixture = LoaderFixture()
        fixture.look(0..<2)
        #expect(fixture.finish(0..<2))
        fixture.loader.setFilter(ListFilter(FilterChoice(.none)), live: fixture.records)
        #expect(fixture.records[0].state == .filtered(.pixel(1)))
        fixture.look(2..<4)
        #expect(fixture.finish(2..<4))
        #expect(fixture.records[2].state == .filtered(.pixel(1)))
    }

    @Test func `A running download continues, and its photo gets the new filter`() {
        let fixture = LoaderFixture(photosAURL: 2)
        fixture.look(0..<4)
        #expect(fixture.fetcher.wait(untilOpen: 2))
        fixture.loader.setFilter(addOne, live: fixture.records)
        fixture.look(0..<4)
        #expect(fixture.finish(0..<4))
        #expect(fixture.fetcher.asked.count == 2)
        #expect(fixture.fetcher.closed.isEmpty)
        #expect(fixture.records[0..<4].allSatisfy { $0.state == .filtered(.pixel(2)) })
        #expect(fixture.filter.filtrations == 0)
    }

    @Test func `What was filtered the old way and arrives late is dropped`() {
        let gate = Gate()
        let fixture = LoaderFixture(filterGate: gate)
        fixture.look(0..<1)
        #expect(fixture.fetcher.wait(untilOpen: 1))
        fixture.fetcher.answer(LoaderFixture.url(0), .success(Data([7])))
        #expect(gate.waitForSomebody())
        fixture.loader.setFilter(addOne, live: fixture.records)
        gate.open()
        fixture.look(0..<1)
        #expect(fixture.finish(0..<1))
        #expect(fixture.records[0].state == .filtered(.pixel(8)))
    }
}
