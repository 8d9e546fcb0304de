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

    /// The section of an entry that says nothing yet; nil if it does, or is not to be read.
    func unreadSection(at index: Int) -> Int? {
        guard reader != nil, catalogue.isUnread(at: Int(entries[index])) else { return nil }
        return catalogue.libraryMonth(ofRow: Int(entries[index]))
    }

    /// The indices from `index` on of entries of a section that say nothing yet, as far as they are next to each other.
    func run(of section: Int, from index: Int) -> Range<Int> {
        let (rows, isWhole) = (catalogue.rows(ofLibraryMonth: section), catalogue.isUnreadMonth(section))
        let run = entries[index...].prefix { entry in
            rows.contains(Int(entry)) && (isWhole || catalogue.isUnread(at: Int(entry)))
        }
        return run.indices
    }

    /// All entries of a section that say nothing yet, of which those of `run` come first. The others may be anywhere
    /// after them: rows stay where they were sorted while their month is forgotten. To read the month for each of them
    /// would give other photos at their places. `all` are the entries, once they are needed as a set.
    func unread(of section: Int, at run: Range<Int>, among all: inout EntrySet?) -> UnreadPhotos? {
        guard let reader, !run.isEmpty else { return nil }
        var same = Array(entries[run])
        if same.count < unreadCount(of: section) {
            let set = all ?? EntrySet(entries)
            all = set
            let rows = catalogue.rows(ofLibraryMonth: section)
            if set.count(in: rows) > same.count {
                let isReversed = same.count > 1 && same[0] > same[1]
                same = set.entries(in: rows).filter { catalogue.isUnread(at: $0) }.map { UInt32(clamping: $0) }
                if isReversed { same.reverse() }
            }
        }
        return UnreadPhotos(
            of: section, chosen: ChosenEntries(same, in: catalogue, reader: reader, make: make), reader: reader)
    }

    private func unreadCount(of section: Int) -> Int {
        let segment = catalogue.segment(ofLibraryMonth: section)
        return segment.isUnread ? segment.count : (0..<segment.count).count { segment.isUnread(at: $0) }
    }

    /// Entries of another version of the catalogue, whose photos are made alike, and are all known.
    func known(_ entries: [UInt32], in catalogue: Catalogue) -> ChosenEntries {
        ChosenEntries(entries, in: catalogue, make: make)
    }
}
