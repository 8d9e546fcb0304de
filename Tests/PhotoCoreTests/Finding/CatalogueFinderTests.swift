import Foundation
import TestSupport
import Synchronization
import Testing

@testable import PhotoCore

@MainActor
@Suite struct CatalogueFinderTests {
    private final class Shown {
        var arrangements: [CatalogueFinder.Arrangement] = []
        var rows: [UInt32] { arrangements.last?.order.entries ?? [] }
    }

    private let context = HandDrivenMainContext()
    private let finder: CatalogueFinder
    private let shown = Shown()

    init() {
        finder = CatalogueFinder(collation: LanguagelessCollation(), mainContext: context)
        finder.arranged = { [shown] in shown.arrangements.append($0) }
    }

    private func comes(_ rows: [UInt32]) -> Bool { context.run { shown.rows == rows } }

    @Test func `A catalogue is shown as it is, at once`() throws {
        finder.open(try Finding.catalogue(["b", "a"]))
        #expect(shown.arrangements.count == 1)
        #expect(shown.arrangements[0].order == RowOrder(identity: 2))
    }

    @Test func `What is typed is found, narrowed, and given back`() throws {
        finder.open(try Finding.catalogue(["lake 1", "sea", "lake 2", "Lake 12"]))
        finder.search("l")
        #expect(comes([0, 2, 3]))
        finder.search("lake 1")
        #expect(comes([0, 3]))
        finder.search("lake 12 e")
        #expect(comes([3]))
        finder.search("zzz")
        #expect(comes([]))
        finder.search("lake 2")
        #expect(comes([2, 3]))
        finder.search("")
        #expect(shown.rows == [0, 1, 2, 3])
        #expect(!shown.arrangements.contains { $0.extendsLast })
    }

    @Test func `Others find entries in the catalogue's order, as many as they ask for, whatever is shown`()
        throws
    {
        var found: [[Int]] = []
        finder.find("lake", most: 9) { found.append($0) }
        #expect(found == [[]])
        finder.open(try Finding.catalogue(["lake 3", "sea", "lake 1", "Lake 2"]))
        finder.sort(by: .name)
        finder.search("sea")
        #expect(comes([1]))
        finder.find("lake", most: 2) { found.append($0) }
        #expect(context.run { found.last == [0, 2] })
        finder.find("lake", most: -1) { found.append($0) }
        #expect(context.run { found.count == 3 })
        #expect(found.last == [])
        #expect(shown.rows == [1])
    }

    @Test func `Of others' searches in quick succession, each is answered, and the last one in full`() throws {
        finder.open(try Finding.catalogue((0..<100_000).map { "Photo \($0)" }))
        var found: [[Int]] = []
        for text in ["1", "12", "123", "1234"] { finder.find(text, most: 3) { found.append($0) } }
        #expect(context.run { found.count == 4 })
        #expect(found.last == [1234, 11234, 12340])
    }

    @Test func `Of keys that come faster than answers, the last one's answer is shown last`() throws {
        finder.open(try Finding.catalogue((0..<100_000).map { "Photo \($0)" }))
        for text in ["p", "ph", "pho", "photo 9", "photo 99", "photo 9999", "99999"] { finder.search(text) }
        #expect(comes([99_999]))
        // Nothing in progress can follow it.
        finder.search("photo 99998")
        #expect(comes([99_998]))
    }

    @Test func `Sorting is shown when it is done, and a search is shown in its order`() throws {
        finder.open(try Finding.catalogue(["b 1", "a 1", "c 2", "a 2"]))
        finder.sort(by: .name)
        #expect(shown.rows == [0, 1, 2, 3])
        #expect(comes([1, 3, 0, 2]))
        finder.search("1")
        #expect(comes([1, 0]))
        finder.sort(by: .catalogue)
        #expect(comes([0, 1]))
        finder.search("")
        #expect(shown.rows == [0, 1, 2, 3])
    }

    @Test func `It reports whether it sorts`() throws {
        var told: [Bool] = []
        finder.isSortingChanged = { told.append($0) }
        finder.open(try Finding.catalogue(["b", "a"]))
        finder.sort(by: .name)
        #expect(comes([1, 0]))
        #expect(told == [true, false])
        #expect(!finder.isSorting)
    }

    @Test func `Photos that have failed by then come first each time that is asked for`() throws {
        let failed = Mutex(EntrySet([2]))
        finder.failedEntries = { failed.withLock { $0 } }
        finder.open(try Finding.catalogue(["a", "b", "c", "d"]))
        finder.sort(by: .failed)
        #expect(comes([2, 0, 1, 3]))
        failed.withLock { $0.insert(3) }
        finder.sort(by: .failed)
        #expect(comes([2, 3, 0, 1]))
    }

    @Test func `Rows that arrive during a search are searched too, and follow the matches`() throws {
        let names = (0..<1000).map { "Photo \($0)" }
        finder.open(try growing(names, to: 100))
        finder.search("9")
        let expected = { (count: Int) in (0..<UInt32(count)).filter { "\($0)".contains("9") } }
        #expect(comes(expected(100)))
        for count in [200, 201, 500, 1000] {
            finder.grow(try growing(names, to: count))
            #expect(comes(expected(count)))
            #expect(shown.arrangements.last?.extendsLast == true)
        }
    }

    @Test func `Rows that arrive during a sort are sorted in, in steps that cost no more than the last one`() throws {
        var random = SeededGenerator(seed: 3)
        let names = (0..<1000).map { _ in "Photo \(Int.random(in: 0..<100_000, using: &random))" }
        finder.sort(by: .name)
        finder.open(try growing(names, to: 10))
        var sorted = [10]
        #expect(context.run { shown.rows.count == 10 })
        for count in stride(from: 20, through: 1000, by: 10) {
            finder.grow(try growing(names, to: count))
            #expect(context.run { !finder.isSorting })
            if let last = sorted.last, shown.rows.count > last { sorted.append(shown.rows.count) }
        }
        #expect(sorted.count <= 8)
        #expect(sorted.reduce(0, +) <= 3000)
        var whole = try growing(names, to: 1000)
        whole.isComplete = true
        finder.grow(whole)
        #expect(comes(try #require(Finding.sort(whole, by: .name))))
    }

    @Test func `Another catalogue is searched and sorted as the one before, and nothing of that one comes after`()
        throws
    {
        finder.open(try Finding.catalogue((0..<50_000).map { "Photo \($0)" }))
        finder.sort(by: .name)
        finder.search("photo")
        finder.open(try Finding.catalogue(["photo b", "photo a", "c"]))
        #expect(comes([1, 0]))
        finder.search("c")
        #expect(comes([2]))
    }

    @Test func `A sorted catalogue that loses all of its rows is shown without them`() throws {
        finder.sort(by: .name)
        finder.open(try Finding.catalogue(["b", "a"]))
        #expect(comes([1, 0]))
        finder.open(try Finding.catalogue([]))
        #expect(comes([]))
    }

    @Test func `Nothing comes once it is closed`() throws {
        finder.open(try Finding.catalogue((0..<50_000).map { "Photo \($0)" }))
        let before = shown.arrangements.count
        finder.search("photo")
        finder.sort(by: .name)
        finder.close()
        context.drain()
        #expect(shown.arrangements.count == before)
    }

    @Test func `All rows are those that are sorted, searched for or not, or as long as they are not, the catalogue's`()
        throws
    {
        finder.open(try Finding.catalogue(["b", "a"]))
        finder.search("a")
        #expect(comes([1]))
        #expect(finder.allRows == RowOrder(identity: 2))
        finder.sort(by: .name)
        #expect(finder.allRows == RowOrder(identity: 2))
        #expect(context.run { !finder.isSorting })
        #expect(finder.allRows.entries == [1, 0])
    }

    /// The first `count` names, in the same segments each time.
    private func growing(_ names: [String], to count: Int) throws -> Catalogue {
        var catalogue = Catalogue(from: Sample.web)
        let rest = try Finding.catalogue(Array(names[catalogue.count..<count]))
        for segment in rest.segments { catalogue.append(segment) }
        return catalogue
    }

}
