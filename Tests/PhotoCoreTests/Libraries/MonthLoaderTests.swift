import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PhotoCore

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
        // It is on its way: nothing is to be waited for.
        #expect(rig.loader.millisecondsUntilDue([1]) == nil)
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

    @Test func `A fetch that someone else cancels is no failure, but is told`() {
        let rig = Rig(3)
        defer { rig.end() }
        var dropped: [Int] = []
        rig.loader.dropped = { dropped.append($0) }
        rig.loader.want([1])
        rig.fetcher.answer(LibraryStub.address(1), .failure(.cancelled))
        #expect(rig.context.run { dropped == [1] })
        #expect(rig.failed.isEmpty && rig.loader.failure(of: 1) == nil)
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
