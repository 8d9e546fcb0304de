import Foundation
@testable import PhotoCore
import Testing
import TestSupport

@Suite("Failures from one start to another")
@MainActor
struct KnownFailureTests {
    private let url = LoaderFixture.url(0)
    private let store = StubRowPictures()

    @Test func `A photo that could not be decoded is not read again, and says why it failed`() {
        let first = LoaderFixture(rowPictures: store)
        first.look(0..<1)
        #expect(first.context.run { !first.fetcher.open.isEmpty })
        first.fetcher.answer(url, .success(Data("bad".utf8)))
        #expect(first.context.run { first.records[0].state.isFinal })
        first.loader.pending.waitUntilAllOperationsAreFinished()

        let second = LoaderFixture(rowPictures: store)
        second.look(0..<1)
        #expect(second.context.run { second.records[0].state.isFinal })
        #expect(second.records[0].state == .failed(.decode(.notAPicture)))
        #expect(second.fetcher.asked.isEmpty)
        #expect(second.loader.pending.inProgress.isEmpty)
    }

    @Test func `A photo that could not be read is tried again at the next start`() {
        let fixture = LoaderFixture(rowPictures: store)
        fixture.look(0..<1)
        #expect(fixture.context.run { !fixture.fetcher.open.isEmpty })
        fixture.fetcher.answer(url, .failure(.unreadableFile(path: "/photos/0", reason: "Permission denied")))
        #expect(fixture.context.run { fixture.records[0].state.isFinal })
        #expect(store.failures.isEmpty)
    }

    @Test func `A failure of another version is none`() {
        store.put(.cutShort, of: url, at: 1000)
        store.modify(url, at: 2000)
        let fixture = LoaderFixture(rowPictures: store)
        fixture.look(0..<1)
        #expect(fixture.finish(0..<1))
        #expect(fixture.records[0].state == .filtered(.pixel(101)))
    }

    @Test func `Retry reads the photo, whatever is known of it, and forgets that`() {
        store.put(.cutShort, of: url)
        store.put(.cutShort, of: LoaderFixture.url(1))
        let fixture = LoaderFixture(rowPictures: store)
        fixture.look(0..<2)
        #expect(fixture.context.run { fixture.records[0..<2].allSatisfy(\.state.isFinal) })
        fixture.loader.retry(fixture.records[0])
        fixture.look(0..<2)
        #expect(fixture.finish(0..<2))
        #expect(fixture.numbersAsked == [0])
        #expect(fixture.records[0].state == .filtered(.pixel(101)))
        #expect(fixture.records[1].state == .failed(.decode(.cutShort)))
        fixture.loader.pending.waitUntilAllOperationsAreFinished()
        #expect(store.failures == [LoaderFixture.url(1): .cutShort])
    }

    @Test func `A photo that a retry shows from a part of it has not failed any more either`() {
        store.put(.cutShort, of: url)
        let fixture = LoaderFixture(rowPictures: store)
        fixture.look(0..<1)
        #expect(fixture.context.run { fixture.records[0].state.isFinal })
        fixture.loader.retry(fixture.records[0])
        fixture.look(0..<1)
        #expect(fixture.context.run { !fixture.fetcher.open.isEmpty })
        fixture.fetcher.answer(url, .success(Data([1])), extent: .firstScans)
        #expect(fixture.context.run { fixture.records[0].state.isFinal })
        fixture.loader.pending.waitUntilAllOperationsAreFinished()
        #expect(store.failures.isEmpty)
    }

    @Test func `A retry that fails says why it failed now`() {
        store.put(.cutShort, of: url)
        let fixture = LoaderFixture(rowPictures: store)
        fixture.look(0..<1)
        #expect(fixture.context.run { fixture.records[0].state.isFinal })
        fixture.loader.retry(fixture.records[0])
        fixture.look(0..<1)
        #expect(fixture.context.run { !fixture.fetcher.open.isEmpty })
        fixture.fetcher.answer(url, .success(Data("bad".utf8)))
        #expect(fixture.context.run { fixture.records[0].state == .failed(.decode(.notAPicture)) })
        fixture.loader.pending.waitUntilAllOperationsAreFinished()
        #expect(store.failures == [url: .notAPicture])
    }

    @Test func `Retry all reads every photo again, also those that come on screen only later`() {
        for number in 0..<8 { store.put(.cutShort, of: LoaderFixture.url(number)) }
        let fixture = LoaderFixture(rowPictures: store)
        fixture.look(0..<4)
        #expect(fixture.context.run { fixture.records[0..<4].allSatisfy(\.state.isFinal) })
        fixture.loader.forgetFailures()
        for record in fixture.records[0..<4] { fixture.loader.retry(record) }
        fixture.look(0..<4)
        #expect(fixture.finish(0..<4))
        fixture.look(4..<8)
        #expect(fixture.finish(4..<8))
        #expect(fixture.numbersAsked.sorted() == Array(0..<8))
        fixture.loader.pending.waitUntilAllOperationsAreFinished()
        #expect(store.failures.isEmpty)
    }
}
