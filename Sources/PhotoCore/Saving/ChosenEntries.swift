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

    /// The entries from an index on that are of the same month, and say nothing yet; nil if the first one does. Those
    /// of a month of which a part is known come after the others.
    func unread(from index: Int) -> UnreadPhotos? {
        guard let reader, let section = catalogue.libraryMonth(ofRow: Int(entries[index])),
            catalogue.isUnread(at: Int(entries[index]))
        else { return nil }
        let rows = catalogue.rows(ofLibraryMonth: section)
        let isWhole = catalogue.isUnreadMonth(section)
        let same = entries[index...].prefix { entry in
            rows.contains(Int(entry)) && (isWhole || catalogue.isUnread(at: Int(entry)))
        }
        return UnreadPhotos(
            of: section, chosen: ChosenEntries(Array(same), in: catalogue, reader: reader, make: make), reader: reader)
    }

    /// Entries of another version of the catalogue, whose photos are made alike, and are all known.
    func known(_ entries: [UInt32], in catalogue: Catalogue) -> ChosenEntries {
        ChosenEntries(entries, in: catalogue, make: make)
    }
}
