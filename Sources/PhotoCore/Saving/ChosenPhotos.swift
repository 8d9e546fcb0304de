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

    /// The first one comes first; how many photos of each are taken.
    private var sources: [(source: Source, taken: Int)]
    /// How many there were from the start.
    package let count: Int

    private init(_ sources: [Source]) {
        self.sources = sources.map { ($0, 0) }
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
        while let (source, taken) = sources.first, taken == source.count { sources.removeFirst() }
        guard let (source, taken) = sources.first else { return nil }
        switch source {
        case .photos(_, let photo):
            sources[0].taken += 1
            return .photo(photo(taken))
        case .entries(let chosen):
            guard let unread = chosen.unread(from: taken) else {
                sources[0].taken += 1
                return .photo(chosen.photo(taken))
            }
            sources[0].taken += unread.count
            return .unread(unread)
        }
    }

    /// Takes these next, before the others.
    mutating func insert(_ chosen: ChosenEntries) { sources.insert((.entries(chosen), 0), at: 0) }
}
