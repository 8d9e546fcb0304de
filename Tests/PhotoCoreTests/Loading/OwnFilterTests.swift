import Foundation
@testable import PhotoCore
import TestSupport
import Testing

@Suite("Photos with filters of their own")
@MainActor
struct OwnFilterTests {
    private let addOne = LoaderFixture.addOne

    @Test func `A photo's own filter goes before the list's`() {
        let fixture = LoaderFixture()
        let second = fixture.records[1]
        fixture.loader.ownFilter = { [addOne] in $0 === second ? addOne : nil }
        fixture.look(0..<3)
        #expect(fixture.finish(0..<3))
        #expect(fixture.records[0].state == .filtered(.pixel(101)))
        #expect(fixture.records[1].state == .filtered(.pixel(2)))
        #expect(fixture.loader.filter(of: second).displayName == "One")
    }

    @Test func `A photo with another filter is filtered again, and nothing is fetched for it`() {
        let fixture = LoaderFixture()
        fixture.look(0..<3)
        #expect(fixture.finish(0..<3))
        let second = fixture.records[1]
        fixture.loader.ownFilter = { [addOne] in $0 === second ? addOne : nil }
        fixture.loader.filtersChanged(of: [second])
        #expect(fixture.records[0].state == .filtered(.pixel(101)))
        fixture.look(0..<3)
        #expect(fixture.finish(0..<3))
        #expect(second.state == .filtered(.pixel(2)))
        #expect(fixture.fetcher.asked.count == 3)
        // When it is removed, the previous result appears immediately.
        fixture.loader.ownFilter = nil
        fixture.loader.filtersChanged(of: [second])
        #expect(second.state == .filtered(.pixel(101)))
    }

    @Test func `Photos with filters of their own keep them when the list's changes`() {
        let fixture = LoaderFixture()
        let second = fixture.records[1]
        fixture.loader.ownFilter = { [addOne] in $0 === second ? addOne : nil }
        fixture.look(0..<3)
        #expect(fixture.finish(0..<3))
        fixture.loader.setFilter(ListFilter(FilterChoice(.none)), live: fixture.records)
        #expect(fixture.records[0].state == .filtered(.pixel(1)))
        #expect(second.state == .filtered(.pixel(2)))
    }
}
