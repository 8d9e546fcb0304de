/// Photos for a save: the one on its page, or the selected ones. Months of a library that are not read are read when it
/// is the turn of their photos.
@MainActor
package struct ChosenPhotos {
    /// A photo, or a month with some.
    enum Next {
        case photo(SavedPhoto)
        /// Photos of a month that is to be read first.
        case unread(UnreadPhotos)
    }

    private enum Source {
        case photos(count: Int, photo: @MainActor (Int) -> SavedPhoto)
        case entries(ChosenEntries)

        var count: Int {
            switch self {
            case .photos(let count, _): count
            case .entries(let chosen): chosen.entries.count
            }
        }
    }

    /// A source, and how far it is taken.
    private struct Part {
        let source: Source
        var taken = 0
        /// The months whose photos are taken: those of each at once.
        var sections: Set<Int> = []
        /// Its entries, once they are needed as a set.
        var all: EntrySet?

        init(_ source: Source) { self.source = source }
    }

    /// The first one comes first.
    private var parts: [Part]
    /// How many there were from the start.
    package let count: Int

    private init(_ sources: [Source]) {
        parts = sources.map { Part($0) }
        count = sources.reduce(0) { $0 + $1.count }
    }

    /// This many photos; `photo` makes each in turn: there may be a million.
    package init(count: Int, photo: @escaping @MainActor (Int) -> SavedPhoto) {
        self.init([.photos(count: count, photo: photo)])
    }

    /// A single photo.
    package init(_ photo: SavedPhoto) { self.init(count: 1) { _ in photo } }

    /// Entries of a catalogue.
    package init(_ entries: ChosenEntries) { self.init([.entries(entries)]) }

    /// Photos, and then those of months that are read again.
    init(_ photos: [SavedPhoto], then months: [UnreadPhotos]) {
        let known = Source.photos(count: photos.count, photo: { photos[$0] })
        self.init([known] + months.map { Source.entries($0.chosen) })
    }

    /// The photo, if it is a single one that is known.
    package var one: SavedPhoto? {
        guard count == 1 else { return nil }
        var photos = self
        if case .photo(let photo) = photos.next() { return photo }
        return nil
    }

    /// Takes the next photo, or those of a month that is not read; nil at the end.
    mutating func next() -> Next? {
        while let (source, taken) = parts.first.map({ ($0.source, $0.taken) }) {
            guard taken < source.count else {
                parts.removeFirst()
                continue
            }
            parts[0].taken += 1
            switch source {
            case .photos(_, let photo): return .photo(photo(taken))
            case .entries(let chosen):
                guard let section = chosen.unreadSection(at: taken) else { return .photo(chosen.photo(taken)) }
                let run = chosen.run(of: section, from: taken)
                parts[0].taken = run.upperBound
                guard parts[0].sections.insert(section).inserted else { continue }
                if let unread = chosen.unread(of: section, at: run, among: &parts[0].all) { return .unread(unread) }
            }
        }
        return nil
    }

    /// Takes these next, before the others.
    mutating func insert(_ chosen: ChosenEntries) { parts.insert(Part(.entries(chosen)), at: 0) }
}
