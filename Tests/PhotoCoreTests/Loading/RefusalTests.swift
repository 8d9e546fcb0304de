import Foundation
import PhotoCore
import Testing
import TestSupport

@Suite("Photos refused without a name and a password")
@MainActor
struct RefusalTests {
    private let fixture: LoaderFixture

    init() { fixture = LoaderFixture() }

    private func fail(_ row: Int, _ failure: FetchFailure) {
        fixture.look(row..<(row + 1))
        #expect(fixture.fetcher.wait(untilOpen: 1))
        fixture.fetcher.answer(LoaderFixture.url(row), .failure(failure))
        #expect(fixture.context.run { fixture.records[row].state.isFinal })
    }

    private func refuse(_ row: Int, status: Int) { fail(row, .refused(status: status, phrase: "")) }

    @Test func `After a login, refused photos on screen are requested again, and no others`() {
        refuse(0, status: 401)
        refuse(1, status: 407)
        refuse(2, status: 403)
        fail(3, .tooManyRedirects)
        fixture.loader.retryRefused(live: fixture.records)
        fixture.look(0..<4)
        #expect(fixture.finish(0..<4))
        #expect(fixture.numbersAsked.dropFirst(4).sorted() == [0, 1])
        #expect(fixture.records[0].state == .filtered(.pixel(101)))
        #expect(fixture.records[1].state == .filtered(.pixel(101)))
        #expect(fixture.records[2].state == .failed(.fetch(.refused(status: 403, phrase: ""))))
    }

    @Test func `Those whose row is gone are asked for when they come on screen`() {
        refuse(0, status: 401)
        refuse(1, status: 404)
        fixture.loader.retryRefused(live: [])
        // The rows return, with new records.
        let again = (0..<2).map { row in
            PhotoRecord(id: fixture.records[row].id, name: "Again", location: .success(LoaderFixture.url(row)))
        }
        for record in again { fixture.loader.restore(record) }
        #expect(again[0].state == .new)
        #expect(again[1].state == .failed(.fetch(.refused(status: 404, phrase: ""))))
    }
}
