import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@MainActor
@Suite struct PhotoListModelTests {
    /// A list that knows only the announced changes, with the records it holds.
    @MainActor
    final class Mirror {
        let model = PhotoListModel { _ in }
        var rows: [PhotoRecord?] = []
        var steps: [[Int]] = []

        func changed(_ position: Int, _ removed: Int, _ added: Int) {
            steps.append([position, removed, added])
            rows.replaceSubrange(
                position..<position + removed, with: (position..<position + added).map { model.record(at: $0) })
            #expect(rows.count == model.count)
        }

        var names: [String] { rows.map { $0?.name ?? "-" } }
    }

    static func catalogue(_ names: some Sequence<Int>) throws -> Catalogue {
        var builder = CatalogueBuilder()
        for name in names { try builder.append(name: "n\(name)", location: "\(name).jpg") }
        return builder.finish(from: Sample.web)
    }

    private final class Log { var restored: [Int] = [] }

    @Test func `A record reads its entry at its first use, and once`() throws {
        let log = Log()
        let model = PhotoListModel { log.restored.append($0.id.entry) }
        model.open(try Self.catalogue(0..<300)) { _, _, _ in }
        let records = (0..<300).compactMap { model.record(at: $0) }
        #expect(records.count == 300 && log.restored.isEmpty)
        #expect(records[7].state == .new && records[7].name == "n7")
        #expect(records[9].rowURL?.lastPathComponent == "9.jpg")
        #expect(log.restored == [7, 9])
    }

    @Test func `What memory holds is shown and noted at the first use of a record`() throws {
        let model = PhotoListModel { $0.state = .failed(.location(.empty, at: nil)) }
        model.open(try Self.catalogue(0..<3)) { _, _, _ in }
        let record = try #require(model.record(at: 1))
        #expect(model.failedEntries.isEmpty)
        #expect(record.state.isFinal)
        #expect(model.failedEntries.contains(1))
    }

    @Test func `A record that is first used after its catalogue has changed says what its entry said`() throws {
        let model = PhotoListModel { _ in }
        model.open(try Self.catalogue(0..<30)) { _, _, _ in }
        let (old, kept) = (try #require(model.record(at: 20)), try #require(model.record(at: 2)))
        model.replace(with: try Self.catalogue(-5..<25), at: (old: 0, new: 5)) { _, _, _ in }
        #expect(kept.name == "n2" && model.record(at: 7) === kept)
        model.open(try Self.catalogue(100..<110)) { _, _, _ in }
        #expect(old.name == "n20" && model.entry(of: old) == nil)
    }

    @Test func `Rows at the end leave those before them alone`() throws {
        let mirror = Mirror()
        mirror.model.open(try Self.catalogue(0..<10), mirror.changed)
        let before = mirror.rows
        mirror.model.grow(to: try Self.catalogue(0..<25), mirror.changed)
        #expect(mirror.steps == [[0, 0, 10], [10, 0, 15]])
        #expect(mirror.names == (0..<25).map { "n\($0)" })
        #expect(zip(before, mirror.rows).allSatisfy { $0 === $1 })
    }

    @Test func `Rows that come at the end are held back but for as many as are wanted`() throws {
        let mirror = Mirror()
        mirror.model.open(try Self.catalogue(0..<2), mirror.changed)
        mirror.model.grow(to: try Self.catalogue(0..<10), revealing: 3, mirror.changed)
        #expect(mirror.names == (0..<5).map { "n\($0)" } && mirror.model.heldBackCount == 5)
        mirror.model.grow(to: try Self.catalogue(0..<12), revealing: 3, mirror.changed)
        #expect(mirror.rows.count == 5 && mirror.model.heldBackCount == 7)
        mirror.model.reveal(100, mirror.changed)
        #expect(mirror.names == (0..<12).map { "n\($0)" })
    }

    @Test func `Rows that are held back come when they are asked for`() throws {
        let mirror = Mirror()
        mirror.model.open(try Self.catalogue(0..<10), revealing: 3, mirror.changed)
        #expect(mirror.rows.count == 3 && mirror.model.heldBackCount == 7)
        mirror.model.grow(to: try Self.catalogue(0..<20), mirror.changed)
        #expect(mirror.rows.count == 3 && mirror.model.heldBackCount == 17)
        #expect(mirror.model.record(at: 12)?.name == "n12")
        mirror.model.reveal(5, mirror.changed)
        #expect(mirror.names == (0..<8).map { "n\($0)" })
        mirror.model.reveal(100, mirror.changed)
        #expect(mirror.names == (0..<20).map { "n\($0)" })
        mirror.model.open(nil, mirror.changed)
        #expect(mirror.rows.isEmpty && mirror.model.heldBackCount == 0)
    }

    @Test func `Rows that are taken away at either end are held back, and come again`() throws {
        let mirror = Mirror()
        mirror.model.open(try Self.catalogue(0..<10), mirror.changed)
        let kept = mirror.rows[4]
        mirror.model.withdraw(3, mirror.changed)
        mirror.model.withdrawAbove(4, mirror.changed)
        #expect(mirror.names == ["n4", "n5", "n6"] && mirror.rows[0] === kept)
        #expect(mirror.model.heldBackCount == 3 && mirror.model.heldBackAboveCount == 4)
        mirror.model.revealAbove(100, mirror.changed)
        mirror.model.reveal(1, mirror.changed)
        #expect(mirror.names == (0..<8).map { "n\($0)" })
        mirror.model.withdraw(100, mirror.changed)
        #expect(mirror.rows.isEmpty)
        mirror.model.withdrawAbove(1, mirror.changed)
        #expect(mirror.steps.last == [0, 8, 0])
    }

    nonisolated private static let versions: [([Int], [Int], Int)] = [
        // New rows before, after, on both sides; removed before, after; none; all.
        (Array(0..<30), Array(100..<105) + Array(0..<30), 10),
        (Array(0..<30), Array(0..<30) + [100], 10),
        (Array(0..<30), [100] + Array(0..<30) + [101], 0),
        (Array(0..<30), Array(5..<30), 10),
        (Array(0..<30), Array(0..<20), 10),
        (Array(0..<30), Array(0..<30), 29),
        (Array(0..<30), Array(5..<12) + [200, 201] + Array(14..<40), 8),
        ([7], [7], 0),
        ([7], [8, 7, 9], 0),
    ]

    @Test(arguments: versions)
    func `Another version keeps the rows around the place, and their records`(
        old: [Int], new: [Int], place: Int
    ) throws {
        let mirror = Mirror()
        let (before, after) = (try Self.catalogue(old), try Self.catalogue(new))
        mirror.model.open(before, mirror.changed)
        let kept = try #require(mirror.rows[place])
        let found = try #require(after.row(like: place, of: before))
        mirror.model.replace(with: after, at: (place, found), mirror.changed)
        #expect(mirror.names == new.map { "n\($0)" })
        #expect(mirror.rows[found] === kept)
        #expect(mirror.model.row(of: kept) == found)
        for row in new.indices { #expect(mirror.rows[row] === mirror.model.record(at: row)) }
        // Loaders treat no two photos as one.
        #expect(Set(mirror.rows.compactMap { $0?.id }).count == new.count)
        // Rows are removed and added separately: a list that gets both at once looks for the old ones among the
        // new.
        #expect(mirror.steps.allSatisfy { $0[1] == 0 || $0[2] == 0 })
    }

    @Test func `Where nothing stays, all rows are new`() throws {
        let mirror = Mirror()
        mirror.model.open(try Self.catalogue(0..<5), mirror.changed)
        mirror.model.replace(with: try Self.catalogue(10..<13), at: (0, 0), mirror.changed)
        #expect(mirror.names == ["n10", "n11", "n12"])
    }

    @Test func `A photo is found again in another version: the next one of its kind, or the one before`() throws {
        let old = try Self.catalogue([1, 2, 3, 2, 5])
        let new = try Self.catalogue([2, 9, 9, 9, 2, 1])
        #expect(new.row(like: 1, of: old) == 4)
        #expect(new.row(like: 0, of: old) == 5)
        #expect(new.row(like: 4, of: old) == nil)
        #expect(new.row(like: 99, of: old) == nil)
        #expect(try Self.catalogue([5]).row(like: 4, of: old) == 0)
    }
}
