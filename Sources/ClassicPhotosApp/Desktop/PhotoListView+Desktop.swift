import GtkBridge
import PhotoCore

/// What is done with photos beyond the window needs of the list.
extension PhotoListView {
    /// The photo that follows those which are selected, or goes before them where none follows: the one a person is at once
    /// they have gone. Nil where all are selected, or none.
    var rowAfterSelection: PhotoRecord? {
        guard let last = selection.shownEntries.last.flatMap({ records.row(ofEntry: Int($0)) }) else { return nil }
        if let next = photo(at: last + 1) { return next }
        return stride(from: last, through: 0, by: -1).first { !selection.isSelected($0) }.flatMap(photo)
    }

    /// Selects one photo, and nothing else.
    func select(_ record: PhotoRecord) {
        guard let row = row(of: record) else { return }
        selection.select(row..<row + 1, only: true)
        focus(entry: record.id.entry)
    }
}
