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
        /// The person calls it so; by its own title if `name` is empty.
        case named(address: String, name: String)
        /// The catalogue at `address` is removed; with a library all that is within.
        case removed(address: String)
        /// All but the pinned ones and the libraries are removed.
        case cleared
    }

    /// As many as a person looks through.
    package static let mostRecent = 30
    /// As many again that a person has chosen, and some.
    package static let mostPinned = 50
    /// More servers than a person has photos on.
    package static let mostLibraries = 24
    /// In bytes. A longer address is not kept.
    private static let longestAddress = 8 << 10
    /// In characters. A row shows fewer.
    private static let longestTitle = 200

    package private(set) var all: [RecentCatalogue] = []

    package init() {}

    /// As a list shows them, without the libraries: the pinned ones first.
    package var shown: [RecentCatalogue] {
        let libraries = Set(libraries.map(\.address))
        let others = all.filter { !libraries.contains($0.address) && $0.address != AllLibraries.address }
        return others.filter(\.isPinned) + others.filter { !$0.isPinned }
    }

    /// The libraries on servers, the last one first. A folder within one is no other.
    package var libraries: [RecentCatalogue] {
        let all = all.compactMap { entry in LibraryAddress(entry.address).map { (entry: entry, address: $0) } }
        let libraries = all.filter { $0.address.isLibrary }
        return libraries.filter { library in !libraries.contains { library.address.isWithin($0.address) } }
            .map { $0.entry }
    }

    private func isKept(_ entry: RecentCatalogue, _ libraries: Set<String>) -> Bool {
        entry.isPinned || libraries.contains(entry.address)
    }

    /// Whether `cleared` would remove any.
    package var canClear: Bool {
        let libraries = Set(libraries.map(\.address))
        return all.contains { !isKept($0, libraries) }
    }

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
        case .named(let address, let name):
            guard let index = all.firstIndex(where: { $0.address == address }) else { return }
            all[index].name = Self.held(name: name)
        case .removed(let address):
            let isLibrary = libraries.contains { $0.address == address }
            let library = isLibrary ? LibraryAddress(address) : nil
            all.removeAll { entry in
                entry.address == address || library.map { LibraryAddress(entry.address)?.isWithin($0) == true } == true
            }
        case .cleared:
            let libraries = Set(libraries.map(\.address))
            all = all.filter { isKept($0, libraries) }
            for index in all.indices where libraries.contains(all[index].address) { all[index].place = nil }
        }
        bound()
    }

    /// Those of `addresses`, which were open, that the next start may still open after `change`.
    package func remaining(of addresses: [String], after change: Change) -> [String] {
        switch change {
        case .opened, .left, .pinned, .named: return addresses
        case .removed(let removed):
            let isLibrary = libraries.contains { $0.address == removed }
            let library = isLibrary ? LibraryAddress(removed) : nil
            return addresses.filter { address in
                address != removed && library.map { LibraryAddress(address)?.isWithin($0) == true } != true
            }
        case .cleared:
            let libraries = Set(libraries.map(\.address))
            return addresses.filter { address in
                address == AllLibraries.address || self[address].map { isKept($0, libraries) } == true
            }
        }
    }

    private mutating func bound() {
        let known = Set(libraries.map(\.address))
        var (recent, pinned, libraries) = (0, 0, 0)
        all = all.filter { entry in
            if known.contains(entry.address) {
                libraries += 1
                return libraries <= Self.mostLibraries
            }
            if entry.isPinned { pinned += 1 } else { recent += 1 }
            return entry.isPinned ? pinned <= Self.mostPinned : recent <= Self.mostRecent
        }
    }

    private static func held(title: String) -> String { String(ShownText.line(title).prefix(longestTitle)) }

    private static func held(name: String) -> String? {
        let name = held(title: name).trimmingCharacters(in: .whitespaces)
        return name.isEmpty ? nil : name
    }
}

extension RecentCatalogues {
    /// The longest file, in bytes: all addresses at their longest, and some.
    static let longestFile = 2 << 20

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
            entry.name = entry.name.flatMap(Self.held(name:))
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
