import Foundation
@testable import PhotoCore
import Testing
import TestSupport

@Suite("Row pictures from one start to another")
@MainActor
struct RowPictureTests {
    private let url = LoaderFixture.url(0)

    @Test func `A photo whose picture is kept is shown, unfiltered and then filtered, and nothing of it is read`() {
        let store = StubRowPictures()
        store.put(.pixel(7), of: url)
        let gate = Gate()
        let fixture = LoaderFixture(filterGate: gate, rowPictures: store)
        fixture.look(0..<1)
        #expect(fixture.context.run { fixture.records[0].state == .downloaded(.pixel(7)) })
        gate.open()
        #expect(fixture.finish(0..<1))
        #expect(fixture.records[0].state == .filtered(.pixel(107)))
        #expect(fixture.fetcher.asked.isEmpty)
        #expect(fixture.decoder.decodings == 0)
        #expect(store.kept.isEmpty)
        #expect(fixture.loader.pending.inProgress.isEmpty)
    }

    @Test func `One that is not there is read, decoded once and kept; another start finds it`() {
        let store = StubRowPictures()
        let first = LoaderFixture(rowPictures: store)
        first.look(0..<3)
        #expect(first.finish(0..<3))
        #expect(first.numbersAsked.sorted() == [0, 1, 2])
        first.loader.pending.waitUntilAllOperationsAreFinished()
        #expect(Set(store.kept.map(\.url)) == Set((0..<3).map(LoaderFixture.url)))
        #expect(first.decoder.decodings == 3)

        let second = LoaderFixture(rowPictures: store)
        second.look(0..<3)
        #expect(second.finish(0..<3))
        #expect(second.fetcher.asked.isEmpty)
        #expect((0..<3).allSatisfy { second.records[$0].state == first.records[$0].state })
    }

    @Test func `A picture of another version of the photo is not shown, and the new one is kept`() {
        let store = StubRowPictures()
        store.put(.pixel(50), of: url, at: 1000)
        store.modify(url, at: 2000)
        let fixture = LoaderFixture(rowPictures: store)
        fixture.look(0..<1)
        #expect(fixture.finish(0..<1))
        #expect(fixture.records[0].state == .filtered(.pixel(101)))
        fixture.loader.pending.waitUntilAllOperationsAreFinished()
        #expect(store.kept.map(\.modified) == [2000])
    }

    @Test func `What is kept is of the version that was there before the photo was read`() {
        let store = StubRowPictures()
        let fixture = LoaderFixture(rowPictures: store)
        fixture.look(0..<1)
        #expect(fixture.context.run { fixture.fetcher.open.count == 1 })
        store.modify(url, at: 2000)
        #expect(fixture.finish(0..<1))
        fixture.loader.pending.waitUntilAllOperationsAreFinished()
        #expect(store.kept.map(\.modified) == [1000])
    }

    @Test func `Of a photo that was read only in part nothing is kept: others would take it for the best there is`() {
        let store = StubRowPictures()
        let fixture = LoaderFixture(rowPictures: store)
        fixture.look(0..<2)
        #expect(fixture.context.run { fixture.fetcher.open.count == 2 })
        let thumbnail = FetchedData.Extent.thumbnail(size: .square(1), content: .square(1))
        fixture.fetcher.answer(url, .success(Data([5])), extent: thumbnail)
        fixture.fetcher.answer(LoaderFixture.url(1), .success(Data([6])), extent: .firstScans)
        #expect(fixture.context.run { fixture.records[0..<2].allSatisfy(\.state.isFinal) })
        fixture.loader.pending.waitUntilAllOperationsAreFinished()
        #expect(store.kept.isEmpty)
    }

    @Test func `Photos on the web are not looked for`() throws {
        let store = StubRowPictures()
        let fixture = LoaderFixture(rowPictures: store)
        let url = try #require(URL(string: "https://example.org/a.jpg"))
        let record = PhotoRecord(id: .init(catalogue: 1, entry: 99), name: "", location: .success(url))
        fixture.loader.pass(over: [.init(record, distance: 0)])
        #expect(fixture.fetcher.wait(untilOpen: 1))
        fixture.fetcher.answer(url, .success(Data([1])))
        #expect(fixture.context.run { record.state.isFinal })
        fixture.loader.pending.waitUntilAllOperationsAreFinished()
        #expect(store.looked.isEmpty)
        #expect(store.kept.isEmpty)
    }

    @Test func `The photo nearest the middle is looked for first; while the list moves none is`() {
        let gate = Gate()
        let store = StubRowPictures(gate: gate)
        for number in 0..<5 { store.put(.pixel(1), of: LoaderFixture.url(number)) }
        let fixture = LoaderFixture(rowPictures: store)
        fixture.loader.pending.lookupQueue.maxConcurrentOperationCount = 1
        fixture.look(0..<5)
        #expect(gate.waitForSomebody())
        fixture.loader.listMoves()
        gate.open()
        #expect(fixture.context.run { fixture.records[2].state == .downloaded(.pixel(1)) })
        #expect(store.looked == [LoaderFixture.url(2)])
        fixture.look(0..<5)
        #expect(fixture.finish(0..<5))
        #expect(store.looked.map(\.lastPathComponent) == ["2", "1", "3", "0", "4"])
    }

    @Test
    func `A hanging disk delays only photos that need it, and those only while they are wanted`() {
        let gate = Gate()
        defer { gate.open() }
        let store = StubRowPictures(gate: gate)
        let fixture = LoaderFixture(rowPictures: store)
        fixture.loader.pending.lookupQueue.maxConcurrentOperationCount = 1
        fixture.look(0..<1)
        #expect(gate.waitForSomebody())
        fixture.look(5..<6)
        // The slot in the queue is free again, although nothing was answered.
        #expect(gate.waitForSomebody())
        #expect(store.looked == [url, LoaderFixture.url(5)])
        #expect(fixture.records[0].state == .new)
        #expect(!fixture.records[0].isInProgress)
    }

    @Test func `Where look-ups pile up that nobody answers, photos are read without one, and nothing of them is kept`()
    {
        let gate = Gate()
        defer { gate.open() }
        let store = StubRowPictures(gate: gate)
        let fixture = LoaderFixture(rowPictures: store)
        for row in 0..<4 {
            fixture.look(row..<(row + 1))
            #expect(gate.waitForSomebody())
        }
        fixture.look(10..<12)
        #expect(fixture.finish(10..<12))
        #expect(store.looked.count == 4)
        #expect(fixture.numbersAsked.sorted() == [10, 11])
        fixture.loader.pending.waitUntilAllOperationsAreFinished()
        #expect(store.kept.isEmpty)
    }

    @Test func `Another filter, while a picture is looked for, is the one that it gets`() {
        let gate = Gate()
        let store = StubRowPictures(gate: gate)
        store.put(.pixel(7), of: url)
        let fixture = LoaderFixture(rowPictures: store)
        fixture.look(0..<1)
        #expect(gate.waitForSomebody())
        fixture.loader.setFilter(ListFilter(id: "none", displayName: "", filter: nil), live: fixture.records)
        gate.open()
        #expect(fixture.finish(0..<1))
        #expect(fixture.records[0].state == .filtered(.pixel(7)))
        #expect(fixture.fetcher.asked.isEmpty)
    }

    @Test func `Two rows of one photo that is not kept share one download`() {
        let store = StubRowPictures()
        let fixture = LoaderFixture(photosAURL: 2, rowPictures: store)
        fixture.look(0..<2)
        #expect(fixture.finish(0..<2))
        #expect(fixture.numbersAsked == [0])
        #expect(fixture.records[0..<2].allSatisfy { $0.state == .filtered(.pixel(101)) })
    }
}
