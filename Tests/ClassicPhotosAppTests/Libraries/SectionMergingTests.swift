import CGLib
import Foundation
import GLibBridge
import Testing

@testable import ClassicPhotosApp
@testable import PhotoCore

/// The lists of a month, of one library or of several, become one section.
@MainActor
@Suite struct SectionMergingTests {
    private final class Shown {
        var counts: [Int] = []
        var unread: [Int] = []
        var awaited: Set<Int> = []
    }

    private let merging = SectionMerging()
    private let shown = Shown()

    init() {
        merging.merged = { [shown] _, content in
            shown.counts.append(content.segment.count)
            shown.unread.append((0..<content.segment.count).count { content.segment.isUnread(at: $0) })
        }
        merging.isAwaited = { [shown] in shown.awaited.contains($0) }
    }

    /// A month whose lists have these counts, and are of these libraries.
    private func use(_ lists: [(count: Int, library: Int)]) {
        let months = lists.enumerated().map { number, list in
            LibraryMonths.Month(
                month: TimelineMonth(year: 2024, month: 5), count: list.count,
                address: URL(fileURLWithPath: "/list/\(number)"), library: list.library)
        }
        let libraries = (lists.map(\.library).max() ?? 0) + 1
        let base = URL(string: "https://h/api/v1/") ?? URL(fileURLWithPath: "/")
        shown.awaited = Set(lists.indices)
        merging.use(
            LibraryMonths(merging: [months]), (0..<libraries).map { (name: "\($0)", base: base) })
    }

    private func take(_ list: Int, _ count: Int) throws {
        var builder = CatalogueBuilder()
        for row in 0..<count { try builder.append(name: "\(list) \(row)", location: "\(list)-\(row)") }
        let segment = builder.takeSegment() ?? CatalogueSegment(unread: 0)
        shown.awaited.remove(list)
        merging.take(
            MonthContent(
                segment: segment, timeline: .init(days: [UInt8](repeating: 3, count: count), ratios: [])),
            of: list, in: 0)
    }

    /// Runs the main loop until as many merges were shown, for at most ten seconds.
    private func waits(for count: Int) {
        let end = MonotonicClock.milliseconds + 10_000
        while shown.counts.count < count, MonotonicClock.milliseconds < end { g_main_context_iteration(nil, 1) }
    }

    @Test func `The lists of one library are shown together, and one that is slow holds up no other library`() throws {
        use([(2, 0), (3, 0), (1, 1)])
        try take(0, 2)
        try take(2, 1)
        // After a moment, without the library of which a part is still to come.
        waits(for: 1)
        #expect(shown.counts == [1])
        try take(1, 3)
        waits(for: 2)
        #expect(shown.counts == [1, 6])
    }

    /// Fails a list.
    private func fail(_ list: Int) {
        shown.awaited.remove(list)
        merging.failed(list, in: 0)
    }

    @Test(arguments: [0, 1])
    func `A list that has failed is not waited for, and keeps its rows until it is there`(_ library: Int) throws {
        use([(2, 0), (3, library)])
        try take(0, 2)
        fail(1)
        waits(for: 1)
        #expect(shown.counts == [5])
        #expect(shown.unread == [3])
        // It is tried again while the other one has become another: in vain, which changes nothing, then not in vain.
        shown.awaited.insert(1)
        try take(0, 3)
        waits(for: 2)
        #expect(shown.counts == [5, 6])
        fail(1)
        try take(1, 4)
        waits(for: 3)
        #expect(shown.counts == [5, 6, 7])
        #expect(shown.unread == [3, 3, 0])
    }

    @Test func `A list that fails after the others are shown gets its rows back`() throws {
        use([(2, 0), (3, 1)])
        try take(0, 2)
        waits(for: 1)
        #expect(shown.counts == [2])
        fail(1)
        waits(for: 2)
        #expect(shown.counts == [2, 5])
    }

    @Test func `Nothing is merged before one of the lists is there`() throws {
        use([(2, 0), (3, 1), (1, 1)])
        fail(0)
        fail(1)
        try take(2, 1)
        waits(for: 1)
        #expect(shown.counts == [6])
        #expect(shown.unread == [5])
    }

    @Test func `What is read of a month that is no longer wanted is forgotten`() throws {
        use([(2, 0), (3, 0)])
        try take(0, 2)
        merging.forget { $0 != 0 }
        #expect(merging.has(0))
        merging.forget { $0 == 0 }
        #expect(!merging.has(0))
    }

    @Test func `Lists that are known at once are merged at once`() throws {
        use([(2, 0), (3, 1)])
        try take(0, 2)
        try take(1, 3)
        waits(for: 1)
        #expect(shown.counts == [5])
    }
}
