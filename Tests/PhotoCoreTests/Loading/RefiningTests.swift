import Foundation
@testable import PhotoCore
import Testing
import TestSupport

@Suite("Thumbnails that are too small for their rows")
@MainActor
struct RefiningTests {
    /// Too small for rows of 80 pixels.
    private static let small = FetchedData.Extent.thumbnail(
        size: .init(width: 40, height: 30), content: .init(width: 40, height: 30))
    /// Slightly less than 80 pixels, which no person notices.
    private static let almost = FetchedData.Extent.thumbnail(
        size: .init(width: 80, height: 60), content: .init(width: 80, height: 60))

    private func answer(_ fixture: LoaderFixture, _ row: Int, _ byte: UInt8, _ extent: FetchedData.Extent = .whole) {
        fixture.fetcher.answer(LoaderFixture.url(row), .success(Data([byte])), extent: extent)
    }

    @Test func `Each is shown at once, and the photos are asked for when everything on screen has something`() {
        let fixture = LoaderFixture()
        fixture.look(0..<3)
        #expect(fixture.fetcher.wait(untilOpen: 3))
        answer(fixture, 0, 1, Self.small)
        answer(fixture, 1, 1, Self.small)
        #expect(fixture.context.run { (0..<2).allSatisfy { fixture.records[$0].state == .filtered(.pixel(101)) } })
        #expect(fixture.numbersAsked.count == 3)
        answer(fixture, 2, 1)
        #expect(fixture.context.run { fixture.fetcher.open.count == 2 })
        #expect(Set(fixture.numbersAsked[3...]) == [0, 1])
        // The picture shown stays until the photo replaces it.
        #expect(fixture.records[0].state == .filtered(.pixel(101)))
        for row in 0..<2 { answer(fixture, row, 2) }
        #expect(fixture.context.run { fixture.loader.pending.inProgress.isEmpty })
        #expect((0..<2).allSatisfy { fixture.records[$0].state == .filtered(.pixel(102)) })
        #expect(fixture.numbersAsked.count == 5)
    }

    @Test func `One that is short by less than a person minds is all that is fetched`() {
        let fixture = LoaderFixture()
        fixture.look(0..<1)
        #expect(fixture.fetcher.wait(untilOpen: 1))
        answer(fixture, 0, 1, Self.almost)
        #expect(fixture.context.run { fixture.records[0].state.isFinal })
        fixture.look(0..<1)
        #expect(fixture.loader.pending.inProgress.isEmpty && fixture.numbersAsked == [0])
    }

    @Test func `Over a metered network no more is fetched without being asked for`() {
        let fixture = LoaderFixture()
        fixture.loader.refinesUnasked = false
        fixture.look(0..<1)
        #expect(fixture.fetcher.wait(untilOpen: 1))
        answer(fixture, 0, 1, Self.small)
        #expect(fixture.context.run { fixture.records[0].state.isFinal })
        #expect(fixture.loader.pending.inProgress.isEmpty)
        fixture.loader.refinesUnasked = true
        fixture.look(0..<1)
        #expect(fixture.fetcher.wait(untilAsked: 2))
    }

    @Test func `A row that shows nothing yet goes before those that show a thumbnail`() {
        let fixture = LoaderFixture()
        fixture.look(0..<2)
        #expect(fixture.fetcher.wait(untilOpen: 2))
        for row in 0..<2 { answer(fixture, row, 1, Self.small) }
        #expect(fixture.context.run { fixture.numbersAsked.count == 4 })
        fixture.look(0..<3)
        #expect(fixture.fetcher.wait(untilClosed: 2))
        #expect(fixture.context.run { fixture.fetcher.open == [LoaderFixture.url(2)] })
        #expect((0..<2).allSatisfy { fixture.records[$0].state == .filtered(.pixel(101)) })
        answer(fixture, 2, 1)
        #expect(fixture.context.run { fixture.fetcher.open.count == 2 })
        for row in 0..<2 { answer(fixture, row, 2) }
        #expect(fixture.context.run { fixture.loader.pending.inProgress.isEmpty })
        #expect((0..<2).allSatisfy { fixture.records[$0].state == .filtered(.pixel(102)) })
    }

    @Test func `If the photo is unavailable, the thumbnail stays; it is retried only if that may help`() {
        let fixture = LoaderFixture()
        fixture.look(0..<2)
        #expect(fixture.fetcher.wait(untilOpen: 2))
        for row in 0..<2 { answer(fixture, row, 1, Self.small) }
        #expect(fixture.context.run { fixture.fetcher.open.count == 2 })
        fixture.fetcher.answer(LoaderFixture.url(0), .failure(.refused(status: 410, phrase: "Gone")))
        fixture.fetcher.answer(LoaderFixture.url(1), .failure(.timedOut(host: "h", seconds: 1)))
        #expect(fixture.context.run { fixture.loader.pending.inProgress.isEmpty })
        #expect((0..<2).allSatisfy { fixture.records[$0].state == .filtered(.pixel(101)) })
        fixture.look(0..<2)
        #expect(fixture.loader.pending.inProgress.isEmpty)
        fixture.clock.milliseconds = 100_000
        fixture.look(0..<2)
        #expect(fixture.context.run { fixture.fetcher.open == [LoaderFixture.url(1)] })
    }

    @Test func `What is ahead comes after the photos on screen; another filter does not lose them`() {
        let fixture = LoaderFixture()
        fixture.look(0..<1, ahead: 1..<2)
        #expect(fixture.fetcher.wait(untilOpen: 1))
        answer(fixture, 0, 1, Self.small)
        #expect(fixture.context.run { fixture.numbersAsked == [0, 0] })
        fixture.loader.setFilter(ListFilter(FilterChoice(.none)), live: fixture.records)
        #expect(fixture.context.run { fixture.records[0].state.isFinal })
        fixture.look(0..<1, ahead: 1..<2)
        #expect(fixture.context.run { fixture.fetcher.open == [LoaderFixture.url(0)] })
        answer(fixture, 0, 2)
        #expect(fixture.context.run { fixture.fetcher.open == [LoaderFixture.url(1)] })
        #expect(fixture.records[0].state == .filtered(PixelBuffer.pixel(2)))
    }
}
