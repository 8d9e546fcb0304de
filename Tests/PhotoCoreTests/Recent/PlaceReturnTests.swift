import TestSupport
import Testing

@testable import PhotoCore

@MainActor
@Suite struct PlaceReturnTests {
    private func catalogue(_ names: some Sequence<Int>, isComplete: Bool = true) throws -> Catalogue {
        var catalogue = try PhotoListModelTests.catalogue(names)
        catalogue.isComplete = isComplete
        return catalogue
    }

    private func place(_ entry: Int, offset: Double = 7, focused: Int? = nil, isAtTop: Bool = false) throws
        -> CataloguePlace?
    {
        CataloguePlace(
            .init(entry: entry, offset: offset), isAtTop: isAtTop, focused: focused, in: try catalogue(0..<100))
    }

    private func back(to entry: Int, focused: Int? = nil) throws -> PlaceReturn {
        PlaceReturn(to: try #require(try place(entry, focused: focused)))
    }

    @Test func `The same catalogue is shown where it was left`() throws {
        let back = try back(to: 40, focused: 43)
        #expect(back.step(in: try catalogue(0..<100)) == .go(.init(entry: 40, offset: 7), focused: 43))
    }

    @Test func `A catalogue that still grows is shown there once it has the rows`() throws {
        let back = try back(to: 40, focused: 43)
        #expect(back.step(in: try catalogue(0..<30, isComplete: false)) == .wait)
        #expect(back.step(in: try catalogue(0..<42, isComplete: false)) == .wait)
        #expect(
            back.step(in: try catalogue(0..<44, isComplete: false)) == .go(.init(entry: 40, offset: 7), focused: 43))
    }

    @Test func `Photos that have moved are found`() throws {
        let back = try back(to: 40, focused: 43)
        let moved = try catalogue([200, 201] + Array(0..<100))
        #expect(back.step(in: moved) == .search)
        #expect(back.find(in: moved) == .go(.init(entry: 42, offset: 7), focused: 45))
    }

    @Test func `Of equal photos the nearest is meant`() throws {
        let back = try back(to: 5)
        #expect(
            back.find(in: try catalogue([5, 1, 2, 3, 5, 0, 0, 5, 5])) == .go(.init(entry: 4, offset: 7), focused: nil))
    }

    @Test func `A photo that is gone leaves its place to its neighbour`() throws {
        let back = try back(to: 40, focused: 43)
        let without = try catalogue(Array(0..<40) + Array(44..<100))
        #expect(back.step(in: without) == .search)
        #expect(back.find(in: without) == .go(.init(entry: 40, offset: 7), focused: nil))
        #expect(back.find(in: try catalogue(0..<3)) == .go(.init(entry: 2, offset: 7), focused: nil))
        #expect(back.step(in: Catalogue(from: Sample.web)) == .wait)
        #expect(back.find(in: Catalogue(from: Sample.web)) == .stay)
    }

    @Test func `A list at its beginning stays there, whatever comes first next time`() throws {
        #expect(try place(0, isAtTop: true) == nil)
        #expect(try place(0, focused: 0, isAtTop: true) == nil)
        #expect(try place(0, focused: 3, isAtTop: true)?.focused?.entry == 3)
        #expect(try place(100) == nil && place(-1) == nil)
    }

    @Test func `The stored mark says nothing of the address`() throws {
        let place = try #require(try place(40))
        #expect(place.top.location == StableHash.of("40.jpg".utf8))
        // A value that other programs compute, too.
        #expect(StableHash.of("a".utf8) == 0xaf63_dc4c_8601_ec8c)
    }
}
