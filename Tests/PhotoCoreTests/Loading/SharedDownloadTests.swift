import Foundation
import PhotoCore
import Testing
import TestSupport

@Suite("Rows with one URL")
@MainActor
struct SharedDownloadTests {
    @Test func `Two rows with one URL share one download, and both are shown`() {
        let fixture = LoaderFixture(photosAURL: 2)
        fixture.look(0..<6)
        #expect(fixture.finish(0..<6))
        #expect(fixture.numbersAsked.sorted() == [0, 1, 2])
        #expect(fixture.records[0..<6].allSatisfy { $0.state == .filtered(.pixel(101)) })
    }

    @Test func `A shared download goes on while one of its rows is on screen, and is closed with the last`() {
        let fixture = LoaderFixture(photosAURL: 2)
        fixture.look(0..<2)
        #expect(fixture.fetcher.wait(untilOpen: 1))
        fixture.look(1..<2)
        #expect(fixture.fetcher.closed.isEmpty)
        #expect(fixture.records[0].state == .new)
        fixture.look(10..<11)
        #expect(fixture.fetcher.wait(untilClosed: 1))
        #expect(fixture.finish(10..<11))
        #expect(fixture.numbersClosed == [0])
    }

    @Test func `A row that appears while its URL downloads joins, and shows that it downloads`() {
        let fixture = LoaderFixture(photosAURL: 2)
        fixture.look(0..<1)
        #expect(fixture.fetcher.wait(untilOpen: 1))
        fixture.look(0..<2)
        #expect(fixture.records[1].state == .downloading(fraction: nil))
        #expect(fixture.finish(0..<2))
        #expect(fixture.numbersAsked == [0])
    }

    @Test func `A shared download that fails fails both rows`() {
        let fixture = LoaderFixture(photosAURL: 2)
        fixture.look(0..<2)
        #expect(fixture.fetcher.wait(untilOpen: 1))
        fixture.fetcher.answer(LoaderFixture.url(0), .failure(.hostUnknown(host: "h")))
        #expect(fixture.context.run { fixture.records[0..<2].allSatisfy(\.state.isFinal) })
        #expect(fixture.records[1].state == .failed(.fetch(.hostUnknown(host: "h"))))
    }
}
