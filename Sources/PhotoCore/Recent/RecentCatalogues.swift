import Foundation

/// The catalogues that were opened before, the last one first. Their number is bounded.
package struct RecentCatalogues: Sendable, Equatable {
    /// What happens to them.
    package enum Change: Sendable, Equatable {
        /// The catalogue at `address` is shown.
        case opened(address: String, title: String)
        /// A shown catalogue is left at `place`. One that was removed meanwhile stays so.
        case left(address: String, title: String, place: CataloguePlace?)
        case pinned(address: String, Bool)
        case removed(address: String)
        /// All but the pinned ones are removed.
        case cleared
    }

    /// As many as a person looks through.
    package static let mostRecent = 30
    /// As many again that a person has chosen, and some.
    package static let mostPinned = 50
    /// In bytes. A longer address is not kept.
    private static let longestAddress = 8 << 10
    /// In characters. A row shows fewer.
    private static let longestTitle = 200

    package private(set) var all: [RecentCatalogue] = []

    package init() {}

    /// As a list shows them: the pinned ones first.
    package var shown: [RecentCatalogue] { all.filter(\.isPinned) + all.filter { !$0.isPinned } }

    /// The catalogue at `address`.
    package subscript(_ address: String) -> RecentCatalogue? { all.first { $0.address == address } }

    package mutating func apply(_ change: Change) {
        switch change {
        case .opened(let address, let title):
            guard address.utf8.count <= Self.longestAddress else { return }
            var entry = self[address] ?? RecentCatalogue(address: address, title: "")
            entry.title = Self.held(title: title)
            all.removeAll { $0.address == address }
            all.insert(entry, at: 0)
        case .left(let address, let title, let place):
            guard let index = all.firstIndex(where: { $0.address == address }) else { return }
            all[index].title = Self.held(title: title)
            all[index].place = place
        case .pinned(let address, let isPinned):
            guard let index = all.firstIndex(where: { $0.address == address }) else { return }
            all[index].isPinned = isPinned
        case .removed(let address): all.removeAll { $0.address == address }
        case .cleared: all.removeAll { !$0.isPinned }
        }
        bound()
    }

    private mutating func bound() {
        var (recent, pinned) = (0, 0)
        all = all.filter { entry in
            if entry.isPinned { pinned += 1 } else { recent += 1 }
            return entry.isPinned ? pinned <= Self.mostPinned : recent <= Self.mostRecent
        }
    }

    private static func held(title: String) -> String { String(ShownText.line(title).prefix(longestTitle)) }
}

extension RecentCatalogues {
    /// The longest file, in bytes: all addresses at their longest, and some.
    static let longestFile = 1 << 20

    /// Reads a file's bytes. What is damaged is left out.
    package init(fileBytes: Data) {
        guard fileBytes.count <= Self.longestFile,
            let stored = try? JSONDecoder().decode(Stored.self, from: fileBytes)
        else { return }
        var known: Set<String> = []
        for entry in stored.catalogues.compactMap(\.value) {
            guard !entry.address.isEmpty, entry.address.utf8.count <= Self.longestAddress,
                known.insert(entry.address).inserted
            else { continue }
            var entry = entry
            entry.title = Self.held(title: entry.title)
            entry.place = entry.place?.held
            all.append(entry)
        }
        bound()
    }

    /// A file's bytes.
    package var fileBytes: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(Stored(catalogues: all.map { Lenient(value: $0) }))) ?? Data()
    }

    private struct Stored: Codable {
        let catalogues: [Lenient]
    }

    /// An entry that may be damaged, without harm to the others.
    private struct Lenient: Codable {
        let value: RecentCatalogue?

        init(value: RecentCatalogue) { self.value = value }

        init(from decoder: any Decoder) throws { value = try? RecentCatalogue(from: decoder) }

        func encode(to encoder: any Encoder) throws { try value?.encode(to: encoder) }
    }
}
