import Foundation
@testable import PhotoCore
import Testing
import TestSupport

@Suite("Small pictures that catalogues name")
@MainActor
struct CatalogueThumbnailTests {
    private let fixture: LoaderFixture
    private let photo = URL(fileURLWithPath: "/photos/1")
    private let small = URL(fileURLWithPath: "/small/1")

    init() { fixture = LoaderFixture(count: 0) }

    private func record() -> PhotoRecord {
        PhotoRecord(
            id: .init(catalogue: 1, entry: 1), name: "Photo", location: .success(photo), thumbnail: small)
    }

    private func look(at record: PhotoRecord) { fixture.loader.pass(over: [.init(record, distance: 0)]) }

    @Test func `The row shows the small picture, and the photo is not asked for`() {
        let record = record()
        look(at: record)
        #expect(fixture.fetcher.wait(untilOpen: 1))
        fixture.fetcher.answer(small, .success(Data([5])))
        #expect(fixture.context.run { record.state == .filtered(.pixel(105)) })
        #expect(fixture.fetcher.asked == [small])
    }

    @Test(arguments: [
        FetchFailure.refused(status: 404, phrase: ""), .timedOut(host: "h", seconds: 30), .hostUnknown(host: "h"),
    ]) func `If it is unavailable, the row shows the photo`(failure: FetchFailure) {
        let record = record()
        look(at: record)
        #expect(fixture.fetcher.wait(untilOpen: 1))
        fixture.fetcher.answer(small, .failure(failure))
        #expect(fixture.context.run { fixture.fetcher.open == [photo] })
        #expect(record.isInProgress && !record.state.isFinal)
        fixture.fetcher.answer(photo, .success(Data([7])))
        #expect(fixture.context.run { record.state == .filtered(.pixel(107)) })
        #expect(fixture.fetcher.asked == [small, photo])
        #expect(fixture.loader.pending.inProgress.isEmpty)
    }

    @Test func `Where it is no picture the row shows the photo`() {
        let record = record()
        look(at: record)
        #expect(fixture.fetcher.wait(untilOpen: 1))
        fixture.fetcher.answer(small, .success(Data("bad".utf8)))
        #expect(fixture.context.run { fixture.fetcher.open == [photo] })
        fixture.fetcher.answer(photo, .success(Data([7])))
        #expect(fixture.context.run { record.state == .filtered(.pixel(107)) })
    }

    @Test func `If the photo is unavailable too, the row says why, and Retry requests the photo`() {
        let record = record()
        let refusal = FetchFailure.refused(status: 404, phrase: "")
        look(at: record)
        for url in [small, photo] {
            #expect(fixture.context.run { fixture.fetcher.open == [url] })
            fixture.fetcher.answer(url, .failure(refusal))
        }
        #expect(fixture.context.run { record.state == .failed(.fetch(refusal)) })
        fixture.loader.retry(record)
        look(at: record)
        #expect(fixture.context.run { fixture.fetcher.open == [photo] })
    }

    @Test func `Another record of the same photo knows that the small picture failed`() {
        let first = record()
        look(at: first)
        #expect(fixture.fetcher.wait(untilOpen: 1))
        fixture.fetcher.answer(small, .failure(.tooManyRedirects))
        #expect(fixture.context.run { fixture.fetcher.open == [photo] })
        fixture.fetcher.answer(photo, .success(Data([7])))
        #expect(fixture.context.run { first.state.isFinal })
        let second = record()
        fixture.loader.restore(second)
        #expect(second.state == .filtered(.pixel(107)))
        #expect(fixture.fetcher.asked == [small, photo])
    }

    @Test func `Without a network the photo is not asked for, and the small picture comes with the network`() {
        let record = record()
        look(at: record)
        #expect(fixture.fetcher.wait(untilOpen: 1))
        fixture.fetcher.answer(small, .failure(.noNetwork(host: "h")))
        #expect(fixture.context.run { record.state == .failed(.fetch(.noNetwork(host: "h"))) })
        fixture.loader.networkIsBack()
        look(at: record)
        #expect(fixture.context.run { fixture.fetcher.open == [small] })
        #expect(!fixture.fetcher.asked.contains(photo))
    }

    @Test func `Where the screen has moved on the photo is not asked for`() {
        let record = record()
        look(at: record)
        #expect(fixture.fetcher.wait(untilOpen: 1))
        fixture.loader.listMoves()
        fixture.fetcher.answer(small, .failure(.tooManyRedirects))
        #expect(fixture.context.run { record.rowURL == photo })
        fixture.loader.pass(over: [])
        fixture.loader.pending.waitUntilAllOperationsAreFinished()
        #expect(fixture.fetcher.asked == [small] && record.state == .new)
    }
}
