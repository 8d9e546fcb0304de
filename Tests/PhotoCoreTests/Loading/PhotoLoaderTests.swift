import Foundation
@testable import PhotoCore
import Testing
import TestSupport

@Suite("Loading what is on screen")
@MainActor
struct PhotoLoaderTests {
    @Test func `Exactly the photos on screen are asked for, and end filtered`() {
        let fixture = LoaderFixture()
        fixture.look(10..<18)
        #expect(fixture.finish(10..<18))
        #expect(Set(fixture.numbersAsked) == Set(10..<18))
        #expect(fixture.numbersAsked.count == 8)
        #expect(fixture.records[12].state == .filtered(.pixel(101)))
        #expect(fixture.records[9].state == .new)
        #expect(fixture.loader.pending.inProgress.isEmpty)
    }

    @Test func `At most 6 are asked for at a time, nearest the middle first`() {
        let fixture = LoaderFixture()
        fixture.look(0..<11)
        #expect(fixture.fetcher.wait(untilOpen: 6))
        #expect(Set(fixture.numbersAsked) == [2, 3, 4, 5, 6, 7] || Set(fixture.numbersAsked) == [3, 4, 5, 6, 7, 8])
        #expect(fixture.finish(0..<11))
        #expect(fixture.fetcher.mostOpen == 6)
    }

    @Test func `With one download at a time the order is that of the distance from the middle`() {
        let fixture = LoaderFixture()
        fixture.loader.pending.downloadLimit = 1
        fixture.look(0..<5)
        #expect(fixture.finish(0..<5))
        #expect(fixture.numbersAsked == [2, 1, 3, 0, 4])
    }

    @Test func `What waits is put in a new order when something else is in the middle`() {
        let fixture = LoaderFixture()
        fixture.loader.pending.downloadLimit = 1
        fixture.look(0..<5)
        #expect(fixture.fetcher.wait(untilOpen: 1))
        fixture.look(1..<8)
        #expect(fixture.finish(1..<8))
        #expect(fixture.numbersAsked == [2, 4, 3, 5, 6, 1, 7])
        #expect(fixture.numbersClosed.isEmpty)
    }

    @Test func `The unfiltered photo is shown before the filtered one`() {
        let gate = Gate()
        let fixture = LoaderFixture(filterGate: gate)
        fixture.look(0..<1)
        #expect(fixture.fetcher.wait(untilOpen: 1))
        fixture.fetcher.answer(LoaderFixture.url(0), .success(Data([7])))
        #expect(fixture.context.run { fixture.records[0].state == .downloaded(.pixel(7)) })
        gate.open()
        #expect(fixture.context.run { fixture.records[0].state == .filtered(.pixel(107)) })
    }

    @Test func `Progress is reported while a photo downloads, in percent`() {
        let fixture = LoaderFixture()
        var states: [PhotoRecord.State] = []
        let record = fixture.records[0]
        record.observe(as: record) { [unowned record] _ in states.append(record.state) }
        fixture.look(0..<1)
        #expect(fixture.fetcher.wait(untilOpen: 1))
        for received in [0, 100, 101, 500] {
            fixture.fetcher.report(LoaderFixture.url(0), FetchProgress(received: received, expected: 1000))
        }
        #expect(fixture.finish(0..<1))
        #expect(states.prefix(4).contains(.downloading(fraction: 0.1)))
        #expect(states.contains(.downloading(fraction: 0.5)))
        #expect(!states.contains(.downloading(fraction: 0.101)), "less than a percent is not reported")
    }

    @Test func `While the list moves nothing new starts`() {
        let fixture = LoaderFixture()
        fixture.loader.pending.downloadLimit = 2
        fixture.look(0..<8)
        #expect(fixture.fetcher.wait(untilOpen: 2))
        fixture.loader.listMoves()
        for url in fixture.fetcher.open { fixture.fetcher.answer(url, .success(Data([1]))) }
        // Both have ended; unsuspended queues would have begun two others.
        #expect(fixture.context.run { fixture.context.queued == 0 && fixture.fetcher.open.isEmpty })
        #expect(fixture.fetcher.asked.count == 2)
        #expect(fixture.decoder.decodings == 0)
        fixture.look(0..<8)
        #expect(fixture.finish(0..<8))
        #expect(fixture.fetcher.asked.count == 8)
    }

    @Test func `At rest, what is off screen is cancelled and its request closed`() {
        let fixture = LoaderFixture()
        fixture.look(0..<6)
        #expect(fixture.fetcher.wait(untilOpen: 6))
        fixture.loader.listMoves()
        fixture.look(4..<10)
        #expect(fixture.fetcher.wait(untilClosed: 4))
        #expect(fixture.finish(4..<10))
        #expect(Set(fixture.numbersClosed) == [0, 1, 2, 3])
        #expect(fixture.records[0..<4].allSatisfy { $0.state == .new })
    }

    @Test func `A photo that was fetched but not decoded is not fetched again`() {
        let gate = Gate()
        let fixture = LoaderFixture(decoderGate: gate)
        fixture.look(0..<1)
        #expect(fixture.fetcher.wait(untilOpen: 1))
        fixture.fetcher.answer(LoaderFixture.url(0), .success(Data([7])))
        #expect(gate.waitForSomebody())
        // It scrolls away before the main context knows that its bytes have arrived.
        fixture.look(20..<21)
        gate.open()
        #expect(fixture.finish(20..<21))
        fixture.look(0..<1)
        #expect(fixture.finish(0..<1))
        #expect(fixture.numbersAsked == [0, 20])
    }

    @Test func `A photo that was downloaded but not filtered is neither fetched nor decoded again`() {
        let gate = Gate()
        let fixture = LoaderFixture(filterGate: gate)
        fixture.look(0..<1)
        #expect(fixture.fetcher.wait(untilOpen: 1))
        fixture.fetcher.answer(LoaderFixture.url(0), .success(Data([7])))
        #expect(fixture.context.run { fixture.records[0].state == .downloaded(.pixel(7)) })
        fixture.look(20..<21)
        gate.open()
        #expect(fixture.finish(20..<21))
        #expect(fixture.records[0].state == .downloaded(.pixel(7)))
        #expect(!fixture.records[0].isInProgress, "a cancelled photo is not filtered")
        fixture.look(0..<1)
        #expect(fixture.finish(0..<1))
        #expect(fixture.numbersAsked == [0, 20])
        #expect(fixture.decoder.decodings == 2)
    }

    @Test func `A failure is shown with its reason, and is not asked for again by looking`() {
        let fixture = LoaderFixture()
        fixture.look(0..<2)
        #expect(fixture.fetcher.wait(untilOpen: 2))
        fixture.fetcher.answer(LoaderFixture.url(0), .failure(.refused(status: 404, phrase: "Not Found")))
        fixture.fetcher.answer(LoaderFixture.url(1), .success(Data("bad".utf8)))
        #expect(fixture.context.run { fixture.records[0..<2].allSatisfy(\.state.isFinal) })
        #expect(fixture.records[0].state == .failed(.fetch(.refused(status: 404, phrase: "Not Found"))))
        #expect(fixture.records[1].state == .failed(.decode(.notAPicture)))
        fixture.look(0..<2)
        #expect(fixture.loader.pending.inProgress.isEmpty)
        let again = PhotoRecord(id: .init(catalogue: 1, entry: 0), name: "", location: .success(LoaderFixture.url(0)))
        fixture.loader.restore(again)
        #expect(again.state == fixture.records[0].state)
    }

    @Test func `Retry asks again, and only for that photo`() {
        let fixture = LoaderFixture()
        fixture.look(0..<2)
        #expect(fixture.fetcher.wait(untilOpen: 2))
        for url in fixture.fetcher.open {
            fixture.fetcher.answer(url, .failure(.cannotConnect(host: "h", reason: "r")))
        }
        #expect(fixture.context.run { fixture.records[0..<2].allSatisfy(\.state.isFinal) })
        fixture.loader.retry(fixture.records[1])
        #expect(fixture.records[1].state == .new)
        fixture.look(0..<2)
        #expect(fixture.finish(0..<2))
        #expect(fixture.numbersAsked.filter { $0 == 0 }.count == 1)
        #expect(fixture.records[1].state == .filtered(.pixel(101)))
    }

    @Test func `An entry without a usable URL has failed from the start, and nothing is asked for`() {
        let fixture = LoaderFixture()
        let record = PhotoRecord(id: .init(catalogue: 1, entry: 99), name: "?", location: .failure(.empty))
        fixture.loader.pass(over: [.init(record, distance: 0)])
        fixture.loader.retry(record)
        #expect(record.state == .failed(.location(.empty)))
        #expect(fixture.loader.pending.inProgress.isEmpty)
    }

    @Test func `When memory is short everything is cancelled, and the rows on screen come back`() {
        let fixture = LoaderFixture()
        fixture.look(0..<6)
        #expect(fixture.finish(0..<6))
        fixture.look(6..<12)
        #expect(fixture.fetcher.wait(untilOpen: 6))
        fixture.fetcher.answer(LoaderFixture.url(8), .success(Data([3])))
        #expect(fixture.context.run { fixture.records[8].state.isFinal })
        fixture.loader.releaseMemory(onScreen: fixture.screen(6..<12), live: fixture.records)
        #expect(fixture.loader.pending.inProgress.isEmpty)
        let held = fixture.records.indices.filter { fixture.loader.held.original(of: LoaderFixture.url($0)) != nil }
        #expect(held == [8])
        #expect(fixture.records[0..<6].allSatisfy { $0.state == .new })
        fixture.look(6..<12)
        #expect(fixture.finish(6..<12))
        #expect(fixture.numbersAsked.filter { $0 == 8 }.count == 1)
    }

    @Test func `What is forgotten is fetched again for those who open it again, and stays where it is shown`() {
        let fixture = LoaderFixture()
        fixture.look(0..<2)
        #expect(fixture.finish(0..<2))
        let shown = fixture.records[0].state
        fixture.loader.forgetPictures()
        #expect(fixture.records[0].state == shown)
        #expect(fixture.records.indices.allSatisfy { fixture.loader.held.original(of: LoaderFixture.url($0)) == nil })
        let again = PhotoRecord(id: .init(catalogue: 2, entry: 0), name: "0", location: .success(LoaderFixture.url(0)))
        fixture.loader.restore(again)
        #expect(again.state == .new)
    }

    @Test func `For larger pictures photos are decoded again, and the old ones stay until then`() {
        let fixture = LoaderFixture()
        fixture.look(0..<2)
        #expect(fixture.finish(0..<2))
        fixture.loader.setPictureSize(.square(160), live: fixture.records)
        #expect(fixture.records[0].state == .filtered(.pixel(101)))
        fixture.look(0..<2)
        #expect(fixture.records[0].state == .filtered(.pixel(101)))
        #expect(
            fixture.context.run {
                for url in fixture.fetcher.open { fixture.fetcher.answer(url, .success(Data([2]))) }
                return fixture.records[0..<2].allSatisfy { $0.state == .filtered(.pixel(102)) }
            })
        #expect(fixture.decoder.decodings == 4)
    }

    @Test func `For smaller pictures nothing is asked for or decoded again`() {
        let fixture = LoaderFixture()
        fixture.look(0..<2)
        #expect(fixture.finish(0..<2))
        fixture.loader.setPictureSize(.square(40), live: fixture.records)
        fixture.look(0..<2)
        #expect(fixture.loader.pending.inProgress.isEmpty)
        #expect(fixture.numbersAsked.count == 2)
        #expect(fixture.decoder.decodings == 2)
    }

    @Test func `A provider can be waited for`() {
        let gate = Gate()
        let fixture = LoaderFixture(filterGate: gate)
        fixture.look(0..<1)
        #expect(fixture.fetcher.wait(untilOpen: 1))
        fixture.fetcher.answer(LoaderFixture.url(0), .success(Data([1])))
        gate.open()
        fixture.loader.pending.provider(of: fixture.records[0].id)?.waitUntilFinished()
        #expect(fixture.filter.filtrations == 1)
        fixture.context.drain()
        #expect(fixture.records[0].state == .filtered(.pixel(101)))
    }

    @Test func `A loader that is let go while its list moves leaves nothing behind`() {
        weak var waiting: ImageDownloader?
        weak var filtration: Operation?
        do {
            let fixture = LoaderFixture()
            fixture.look(0..<9)
            #expect(fixture.fetcher.wait(untilOpen: 6))
            fixture.loader.listMoves()
            waiting = fixture.downloaders.last
            filtration = fixture.loader.pending.filtrationQueue.operations.last
            #expect(waiting != nil && filtration != nil)
        }
        #expect(becomesTrue { waiting == nil && filtration == nil })
    }
}
