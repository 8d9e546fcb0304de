import Foundation
import Synchronization
import Testing

@testable import PhotoCore
@testable import PhotoServices

extension LibraryStore {
    func keep(_ months: LibraryMonths, of address: URL) { keep(months, of: address, since: removals) }
    func keep(_ list: KeptList, of month: LibraryMonths.Month) { keep(list, of: month, since: removals) }
    func keep(_ bucket: KeptBucket, at address: URL) { keep(bucket, at: address, since: removals) }
    func keep(_ page: KeptPage, at address: URL) { keep(page, at: address, since: removals) }
}

/// A folder of its own, and what is kept there.
final class LibraryStoreRig {
    final class Clock: Sendable {
        private let seconds = Atomic(0)
        var value: Int {
            get { seconds.load(ordering: .relaxed) }
            set { seconds.store(newValue, ordering: .relaxed) }
        }
    }

    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "classic-photos-libraries-\(UUID().uuidString)")
    let clock = Clock()
    let budget: Int

    init(budget: Int = LibraryStore.defaultBudget) { self.budget = budget }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var file: URL { folder.appendingPathComponent("libraries.sqlite") }

    /// As another start of the program has it.
    func store() -> LibraryStore {
        LibraryStore(in: folder.filePath, budget: budget, now: { [clock] in Double(clock.value) })
    }

    func rights(_ file: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    }

    static func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    static func month(_ number: Int, _ count: Int, server: String = "a") throws -> LibraryMonths.Month {
        LibraryMonths.Month(
            month: TimelineMonth(year: 2024, month: number), count: count,
            address: try url("https://\(server).example/api/timeline/bucket?timeBucket=2024-\(number)"))
    }

    static func list(_ text: String, asked: Double = 5) -> KeptList {
        KeptList(body: Data(text.utf8), asked: asked)
    }

    static func page(_ text: String) throws -> KeptPage {
        KeptPage(list: list(text), url: try url("https://a.example/photos/"), contentType: "application/xml")
    }
}
