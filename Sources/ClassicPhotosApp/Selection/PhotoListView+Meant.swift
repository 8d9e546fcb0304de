/// Which photos of the list are meant where none is named.
extension PhotoListView {
    /// The entry whose row has the keyboard, or had it before a menu took it; nil where no row shows it any more.
    var lastFocusedEntry: Int? {
        guard let lastFocused = placing.lastFocused, row(of: lastFocused) != nil else { return nil }
        return records.entry(of: lastFocused)
    }

    /// The photos that are shown and selected, in the order of the list; where none is, the one whose row has the
    /// keyboard.
    var meantEntries: [UInt32] {
        let selected = selection.count > 0 ? selection.shownEntries : []
        return selected.isEmpty ? lastFocusedEntry.map { [UInt32($0)] } ?? [] : selected
    }

    /// Whether there are any; without listing them, of which there may be a million.
    var areAnyMeant: Bool { selection.count > 0 || lastFocusedEntry != nil }
}
