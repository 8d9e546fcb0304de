import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PhotoCore

/// Libraries of May, April and so on, whose photos are named by their month and number.
enum LibraryStub {
    static func month(_ number: Int, _ count: Int) -> LibraryMonths.Month {
        LibraryMonths.Month(
            month: TimelineMonth(year: 2024 - number / 12, month: 12 - number % 12), count: count,
            address: address(number))
    }

    static func address(_ number: Int) -> URL { URL(fileURLWithPath: "/month/\(number)") }

    static func catalogue(_ counts: [Int]) -> Catalogue {
        var catalogue = Catalogue(from: URL(fileURLWithPath: "/library"))
        catalogue.facts.base = "https://h/api/"
        let months = LibraryMonths(.immich, counts.enumerated().map { month($0.offset, $0.element) })
        catalogue.facts.months = months
        catalogue.appendUnread(months)
        return catalogue
    }

    static func content(_ month: Int, _ count: Int) throws -> MonthContent {
        var builder = CatalogueBuilder()
        for row in 0..<count {
            try builder.append(name: "\(month) \(row)", location: "assets/\(month)-\(row)/original")
        }
        let segment = builder.takeSegment() ?? CatalogueSegment(unread: 0)
        return MonthContent(
            segment: segment, timeline: .init(days: [UInt8](repeating: 3, count: count), ratios: []))
    }
}

@Suite("Catalogues whose months become known one by one")
struct LibraryMonthsTests {
    @Test func `Every row is there at once, and knows its month`() {
        let catalogue = LibraryStub.catalogue([3, 0, 70_000, 2])
        #expect(catalogue.count == 70_005)
        #expect(catalogue.photoCount == 70_005)
        #expect([0, 2, 3, 70_002, 70_003].map { catalogue.libraryMonth(ofRow: $0) } == [0, 0, 1, 1, 2])
        #expect(catalogue.libraryMonth(ofRow: 70_005) == nil)
        #expect(catalogue.libraryMonth(ofRow: -1) == nil)
        #expect(catalogue.rows(ofLibraryMonth: 1) == 3..<70_003)
        #expect(catalogue.rows(ofLibraryMonth: 9).isEmpty)
        #expect(catalogue.isUnread(at: 5))
        #expect(catalogue.location(at: 5) == .failure(.unread))
        #expect(catalogue.name(at: 5).contains("2024"))
        #expect(catalogue.summary(at: 5) == "")
        #expect(catalogue.text(of: .date, at: 5) == nil)
        #expect(catalogue.details(at: 5).size == nil)
        #expect(catalogue.byteCount == 0)
    }

    @Test func `A month that is read has its own rows, and one that is forgotten is unread again`() throws {
        var catalogue = LibraryStub.catalogue([2, 4, 2])
        catalogue.read(libraryMonth: 1, as: try LibraryStub.content(1, 4).segment)
        #expect(catalogue.name(at: 3) == "1 1")
        #expect(try catalogue.location(at: 3).get().absoluteString == "https://h/api/assets/1-1/original")
        #expect(catalogue.isUnread(at: 1) && !catalogue.isUnread(at: 2) && catalogue.isUnread(at: 6))
        #expect(catalogue.forget(libraryMonth: 1) > 0)
        #expect(catalogue.isUnread(at: 3))
        #expect(catalogue.count == 8)
    }

    @Test(arguments: [0, 1, 9])
    func `A month with another count moves the rows after it`(_ count: Int) throws {
        var catalogue = LibraryStub.catalogue([2, 4, 2])
        catalogue.read(libraryMonth: 2, as: try LibraryStub.content(2, 2).segment)
        catalogue.read(libraryMonth: 1, as: try LibraryStub.content(1, count).segment)
        #expect(catalogue.count == 4 + count)
        #expect(catalogue.name(at: 2 + count) == "2 0")
        #expect(catalogue.libraryMonth(ofRow: 2 + count) == 2)
        #expect(catalogue.libraryMonth(ofRow: 1) == 0)
    }

    @Test func `Another version keeps the months that have as many photos`() throws {
        var old = LibraryStub.catalogue([2, 4, 2])
        for month in 0..<3 {
            old.read(libraryMonth: month, as: try LibraryStub.content(month, [2, 4, 2][month]).segment)
        }
        let new = LibraryStub.catalogue([2, 5, 2, 7]).keepingMonths(of: old)
        #expect(new.count == 16)
        #expect([0, 2, 7, 9].map { new.isUnread(at: $0) } == [false, true, false, true])
        #expect(LibraryStub.catalogue([1]).keepingMonths(of: Catalogue(from: old.url)).isUnread(at: 0))
    }

    @Test(arguments: [(2, true), (3, false)])
    func `Another version does not keep what makes it longer than a library may be`(
        _ count: Int, _ isKept: Bool
    ) throws {
        let counts = [1, LibraryMonths.mostPhotos - 2]
        var old = LibraryStub.catalogue(counts)
        old.read(libraryMonth: 0, as: try LibraryStub.content(0, count).segment)
        let new = LibraryStub.catalogue(counts).keepingMonths(of: old)
        #expect(new.isUnread(at: 0) == !isKept)
        #expect(new.count == (isKept ? LibraryMonths.mostPhotos : LibraryMonths.mostPhotos - 1))
    }

    @Test(arguments: [
        (-1, 100_000), (0, 100_000), (1, 100_001), (100_000, 200_000), (100_001, 200_002), (5_000_000, 10_000_000),
        (5_000_001, 10_000_000), (Int.max, 10_000_000),
    ])
    func `A list may have as many photos again as were counted, or some more`(_ count: Int, _ most: Int) {
        #expect(LibraryStub.month(0, count).mostRows == most)
    }

    @Test func `Unread rows are those at the same places of months that have as many photos, and no others`() throws {
        var old = LibraryStub.catalogue([3, 4, 2, 2])
        old.read(libraryMonth: 3, as: try LibraryStub.content(3, 2).segment)
        let new = LibraryStub.catalogue([3, 5, 2, 2]).keepingMonths(of: old)
        func found(_ rows: [UInt32]) -> [Int] { new.rows(like: EntrySet(rows), of: old).numbers }
        #expect(found([1]) == [1])
        #expect(found([0, 1, 2]) == [0, 1, 2])
        #expect(found([4]) == [])
        #expect(found([2, 3, 4, 5, 6, 8]) == [2, 9])
        #expect(found([7, 10]) == [8, 11])
        #expect(found([9]) == [10])
        // The month has become one of several lists, of which one has failed.
        let merged = try #require(
            MonthMerge.merge(
                [.init(try LibraryStub.content(0, 1), base: AllLibraries.url, name: "")], missing: 2))
        old.read(libraryMonth: 0, as: merged.segment)
        let other = LibraryStub.catalogue([3, 4, 2]).keepingMonths(of: old)
        #expect(other.rows(like: EntrySet([2] as [UInt32]), of: old).numbers == [2])
    }

    @Test func `Only what is read is found`() throws {
        var catalogue = LibraryStub.catalogue([2, 40_000, 2])
        var index = CatalogueIndex()
        #expect(index.follow(catalogue) { false })
        #expect(index.search(SearchQuery("2024")) { false } == [])
        catalogue.read(libraryMonth: 2, as: try LibraryStub.content(2, 2).segment)
        #expect(index.follow(catalogue) { false })
        #expect(index.search(SearchQuery("2 1")) { false } == [40_003])
        #expect(index.byteCount < 1000)
    }
}

@Suite("Kinds of fields")
struct FieldArrayTests {
    @Test func `There is a place for each`() {
        #expect(CatalogueField.allCases.map { Int($0.rawValue) } == Array(0..<FieldArray<Int>.count))
    }
}

@MainActor
@Suite("Months are fetched as they are wanted")
struct MonthLoaderTests {
    private struct Reader: MonthReading {
        func read(
            _ body: Data, of month: LibraryMonths.Month, isCancelled: @escaping @Sendable () -> Bool
        ) throws(CatalogueFailure) -> MonthContent {
            guard let count = Int(String(decoding: body, as: UTF8.self)) else {
                throw .notACatalogue(reason: "It is no number.")
            }
            guard count <= month.mostRows else { throw .tooManyPhotos(limit: month.mostRows) }
            do { return try LibraryStub.content(7, count) } catch { throw .noPhotos }
        }
    }

    @MainActor
    private final class Clock { var now = 0 }

    @MainActor
    private final class Rig {
        let fetcher = StubFetcher()
        let context = HandDrivenMainContext()
        let loader: MonthLoader
        var loaded: [Int] = []
        var failed: [Int] = []
        let clock = Clock()

        var old: [Int] = []
        var confirmed: [Int] = []

        init(
            _ count: Int, store: (any LibraryStoring)? = nil, mostPhotos: Int = LibraryMonths.mostPhotos
        ) {
            let clock = clock
            loader = MonthLoader(
                fetcher: fetcher, store: store, mainContext: context,
                retries: Retries(now: { clock.now }, random: { 0 }), mostPhotos: mostPhotos, now: { 1_000_000 })
            loader.confirmed = { [weak self] in self?.confirmed.append($0) }
            loader.use((0..<count).map { LibraryStub.month($0, 3) }, read: Reader())
            loader.loaded = { [weak self] month, _, isOld in
                self?.loaded.append(month)
                if isOld { self?.old.append(month) }
            }
            loader.failed = { [weak self] month, _ in self?.failed.append(month) }
        }

        var asked: [Int] { fetcher.asked.compactMap { Int($0.lastPathComponent) } }

        func answer(_ month: Int, _ result: Result<String, FetchFailure>) -> Bool {
            let count = loaded.count + failed.count
            fetcher.answer(LibraryStub.address(month), result.map { Data($0.utf8) })
            return context.run { loaded.count + failed.count > count }
        }

        func end() {
            fetcher.end()
            context.end()
        }
    }

    @Test func `Few are fetched at once, the first one first, and those that are gone are given up`() {
        let rig = Rig(9)
        defer { rig.end() }
        rig.loader.want([4, 5, 6])
        #expect(rig.asked == [4, 5])
        #expect(rig.answer(4, .success("3")))
        #expect(rig.loaded == [4])
        #expect(rig.asked == [4, 5, 6])
        rig.loader.want([6, 7])
        #expect(rig.fetcher.closed == [LibraryStub.address(5)])
        #expect(rig.asked == [4, 5, 6, 7])
        rig.loader.want([6, 7])
        #expect(rig.asked.count == 4)
        rig.loader.want([])
        #expect(rig.fetcher.closed.count == 3)
        rig.loader.want([99, -1])
        #expect(rig.asked.count == 4)
    }

    @Test func `A month that has failed is fetched again when that is due, or when a person wants it`() {
        let rig = Rig(3)
        defer { rig.end() }
        rig.loader.want([1])
        #expect(rig.answer(1, .failure(.refused(status: 500, phrase: "Oops"))))
        #expect(rig.failed == [1])
        #expect(rig.loader.failure(of: 1) != nil)
        let wait = rig.loader.millisecondsUntilDue([1, 2])
        #expect(wait.map { $0 > 0 } == true)
        rig.loader.want([1])
        #expect(rig.asked == [1])
        rig.clock.now = wait ?? 0
        rig.loader.want([1])
        #expect(rig.asked == [1, 1])
        #expect(rig.answer(1, .success("no number")))
        rig.loader.want([1])
        #expect(rig.asked == [1, 1])
        rig.loader.forgetFailure(of: 1)
        rig.loader.want([1])
        #expect(rig.asked == [1, 1, 1])
        #expect(rig.answer(1, .success("3")))
        #expect(rig.loader.failure(of: 1) == nil)
        #expect(rig.loader.millisecondsUntilDue([1]) == nil)
    }

    private final class Store: LibraryStoring {
        let lists: Mutex<[URL: KeptList]>
        init(_ lists: [Int: KeptList]) {
            self.lists = Mutex(
                Dictionary(uniqueKeysWithValues: lists.map { (LibraryStub.address($0.key), $0.value) }))
        }
        func months(of address: URL) -> LibraryMonths? { nil }
        let removals = 0
        func keep(_ months: LibraryMonths, of address: URL, since removals: Int) {}
        func mayHaveList(of month: LibraryMonths.Month) -> Bool { true }
        func list(of month: LibraryMonths.Month) -> KeptList? { lists.withLock { $0[month.address] } }
        func keep(_ list: KeptList, of month: LibraryMonths.Month, since removals: Int) {
            lists.withLock { $0[month.address] = list }
        }
        func text(_ month: Int) -> String? {
            lists.withLock { $0[LibraryStub.address(month)] }.map { String(decoding: $0.body, as: UTF8.self) }
        }
    }

    private static func kept(_ text: String, secondsAgo: Double) -> KeptList {
        KeptList(body: Data(text.utf8), asked: 1_000_000 - secondsAgo)
    }

    @Test func `What is kept is not asked for, unless it is no longer understood`() {
        let store = Store([
            0: Self.kept("3", secondsAgo: 60), 1: Self.kept("2", secondsAgo: 100_000),
            2: Self.kept("of an older version", secondsAgo: 60),
        ])
        let rig = Rig(4, store: store)
        defer { rig.end() }
        rig.loader.want([0, 1, 2, 3])
        #expect(rig.context.run { rig.loaded.count == 2 && rig.asked.count == 2 })
        #expect(rig.loaded == [0, 1])
        #expect(rig.old == [1])
        #expect(Set(rig.asked) == [2, 3])
        #expect(rig.answer(2, .success("7")))
        #expect(rig.answer(3, .success("8")))
        // Kept after they are shown.
        #expect(rig.context.run { store.text(2) == "7" && store.text(3) == "8" })
        #expect(rig.failed.isEmpty)
    }

    @Test func `A server that is asked again confirms the list, or has another`() {
        let store = Store([0: Self.kept("3", secondsAgo: 60), 1: Self.kept("2", secondsAgo: 60)])
        let rig = Rig(2, store: store)
        defer { rig.end() }
        rig.loader.want([0, 1], renewed: [0, 1])
        #expect(rig.context.run { rig.asked.count == 2 })
        #expect(rig.loaded.isEmpty)
        rig.fetcher.answer(LibraryStub.address(0), .success(Data("3".utf8)))
        #expect(rig.context.run { rig.confirmed == [0] })
        #expect(rig.answer(1, .success("5")))
        #expect(rig.loaded == [1])
        #expect(
            rig.context.run {
                store.text(1) == "5" && store.lists.withLock { $0.values.contains { $0.asked == 1_000_000 } }
            })
        rig.loader.want([])
        rig.loader.want([0], renewed: [0])
        #expect(rig.context.run { rig.asked.count == 3 })
        rig.fetcher.answer(LibraryStub.address(0), .failure(.refused(status: 500, phrase: "Oops")))
        #expect(rig.context.run { rig.failed == [0] })
        #expect(store.text(0) == "3")
    }

    @Test func `What the disk does not have is not fetched while the list moves`() {
        let rig = Rig(2, store: Store([0: Self.kept("3", secondsAgo: 60)]))
        defer { rig.end() }
        let held = Counter()
        rig.loader.isHeld = { held.next() > 0 }
        rig.loader.want([0, 1])
        #expect(rig.context.run { rig.loaded == [0] && held.count == 1 })
        #expect(rig.asked.isEmpty)
        rig.loader.isHeld = nil
        rig.loader.want([1])
        #expect(rig.context.run { rig.asked == [1] })
    }

    @Test(arguments: [true, false])
    func `A month that waits for another one is not fetched once the list moves`(_ succeeds: Bool) {
        let rig = Rig(4)
        defer { rig.end() }
        rig.loader.want([0, 1, 2, 3])
        rig.loader.isHeld = { true }
        #expect(rig.answer(0, succeeds ? .success("3") : .failure(.refused(status: 500, phrase: "Oops"))))
        #expect(rig.asked == [0, 1])
        rig.loader.isHeld = nil
        #expect(rig.answer(1, .success("3")))
        #expect(rig.asked == [0, 1])
        rig.loader.want([2, 3])
        #expect(rig.asked == [0, 1, 2, 3])
    }

    @Test func `A month that waits for another one is still read from the disk while the list moves`() {
        let rig = Rig(3, store: Store([0, 1, 2].reduce(into: [:]) { $0[$1] = Self.kept("3", secondsAgo: 60) }))
        defer { rig.end() }
        rig.loader.isHeld = { true }
        rig.loader.want([0, 1, 2])
        #expect(rig.context.run { rig.loaded.count == 3 })
        #expect(rig.asked.isEmpty)
    }

    @Test func `A month that is gone before the disk has answered is not asked for`() {
        let rig = Rig(2, store: Store([:]))
        defer { rig.end() }
        rig.loader.want([0])
        rig.loader.want([1])
        #expect(rig.context.run { rig.asked == [1] })
        #expect(rig.asked == [1])
    }

    @Test func `A list with far more photos than were counted says so`() {
        let rig = Rig(2)
        defer { rig.end() }
        rig.loader.want([0, 1])
        #expect(rig.answer(0, .success("100004")))
        #expect(rig.failed == [0] && rig.loaded.isEmpty)
        guard case .fetch(.other(let reason)) = rig.loader.failure(of: 0) else {
            Issue.record("It has not failed")
            return
        }
        #expect(reason.contains("more photos"))
        #expect(rig.answer(1, .success("5")))
        #expect(rig.loaded == [1])
    }

    @Test func `A library has as many photos as it may have, whatever was counted, and not one more`() {
        let rig = Rig(3, mostPhotos: 11)
        defer { rig.end() }
        rig.loader.want([0, 1, 2])
        #expect(rig.answer(0, .success("4")))
        #expect(rig.answer(1, .success("5")))
        #expect(rig.loaded == [0] && rig.failed == [1])
        #expect(rig.loader.failure(of: 1) != nil)
        // Fewer than were counted leave no room: the months may be counted again.
        #expect(rig.answer(2, .success("1")))
        rig.loader.forgetFailure(of: 1)
        rig.loader.want([1])
        #expect(rig.answer(1, .success("4")))
        #expect(rig.loaded == [0, 2, 1])
        // The same list again, and another version of the same library.
        rig.loader.want([0], renewed: [0])
        #expect(rig.answer(0, .success("4")))
        rig.loader.use((0..<3).map { LibraryStub.month($0, 3) }, read: Reader())
        rig.loader.want([2])
        #expect(rig.answer(2, .success("4")))
        #expect(rig.loaded == [0, 2, 1, 0] && rig.failed == [1, 2])
    }

    @Test func `Another library's months are not those of the last one`() {
        let rig = Rig(3)
        defer { rig.end() }
        rig.loader.want([0])
        rig.loader.use([LibraryStub.month(8, 1)], read: Reader())
        #expect(rig.fetcher.closed.count == 1)
        rig.loader.want([0, 1])
        #expect(rig.asked == [0, 8])
    }
}
