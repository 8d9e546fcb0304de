/// Entries of a catalogue that were chosen, and what makes photos of them.
@MainActor
package struct ChosenEntries {
    /// Makes the photo of an entry, when it is its turn.
    package typealias Maker = @MainActor (_ entry: Int, _ catalogue: Catalogue) -> SavedPhoto

    let entries: [UInt32]
    let catalogue: Catalogue
    /// What reads the catalogue's months; nil if there are none to be read.
    let reader: SectionReader?
    private let make: Maker

    /// These entries of `catalogue`, in this order.
    package init(
        _ entries: [UInt32], in catalogue: Catalogue, reader: SectionReader? = nil, make: @escaping Maker
    ) {
        (self.entries, self.catalogue, self.reader, self.make) = (entries, catalogue, reader, make)
    }

    func photo(_ index: Int) -> SavedPhoto { make(Int(entries[index]), catalogue) }

    /// The entries from an index on that are of the same month, if none of its rows says anything yet.
    func unread(from index: Int) -> UnreadPhotos? {
        guard let reader, let section = catalogue.libraryMonth(ofRow: Int(entries[index])),
            catalogue.isUnreadMonth(section)
        else { return nil }
        let rows = catalogue.rows(ofLibraryMonth: section)
        let same = Array(entries[index...].prefix { rows.contains(Int($0)) })
        return UnreadPhotos(
            of: section, chosen: ChosenEntries(same, in: catalogue, reader: reader, make: make), reader: reader)
    }

    /// Entries of another version of the catalogue, whose photos are made alike, and are all known.
    func known(_ entries: [UInt32], in catalogue: Catalogue) -> ChosenEntries {
        ChosenEntries(entries, in: catalogue, make: make)
    }
}
