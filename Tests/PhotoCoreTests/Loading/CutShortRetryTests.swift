import Foundation
@testable import PhotoCore
import Testing
import TestSupport

@Suite("Photos that came cut short, tried again")
@MainActor
struct CutShortRetryTests {
    private let cut = Data([0xFF, 0xD8, 0xFF, 0xE0])
    private let fixture: LoaderFixture

    init() { fixture = LoaderFixture(count: 0) }

    /// A record of `url` whose row shows its result: a picture without its end.
    private func shown(_ url: URL) -> PhotoRecord {
        let record = PhotoRecord(id: .init(catalogue: 1, entry: 0), name: "Photo", location: .success(url))
        fixture.loader.pass(over: [.init(record, distance: 0)])
        #expect(fixture.context.run { !fixture.fetcher.open.isEmpty })
        fixture.fetcher.answer(url, .success(cut))
        #expect(fixture.context.run { record.state.isFinal })
        #expect(record.isCutShort && record.state == .filtered(.pixel(99)))
        return record
    }

    @Test func `A server is asked again, and what it sends now is shown`() throws {
        let url = try #require(URL(string: "https://example.org/photo.jpg"))
        let record = shown(url)
        #expect(record.canRetry)
        fixture.loader.retry(record)
        #expect(!record.canRetry)
        fixture.loader.pass(over: [.init(record, distance: 0)])
        #expect(fixture.context.run { !fixture.fetcher.open.isEmpty })
        fixture.fetcher.answer(url, .success(Data([7])))
        #expect(fixture.context.run { record.state == .filtered(.pixel(107)) })
        #expect(!record.isCutShort && !record.canRetry)
    }

    @Test func `A file stays as it is, and is not asked for again`() {
        let record = shown(URL(fileURLWithPath: "/photos/cut.jpg"))
        #expect(!record.canRetry)
        fixture.loader.retry(record)
        #expect(record.state == .filtered(.pixel(99)))
    }
}
