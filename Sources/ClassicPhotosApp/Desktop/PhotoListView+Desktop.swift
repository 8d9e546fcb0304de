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

    /// The photo of another version of the catalogue that has the same address, where it is not far from `row`.
    func photo(like record: PhotoRecord, near row: Int) -> PhotoRecord? {
        guard case .success(let url) = record.location, let catalogue else { return nil }
        let rows = (0...Self.farthest).flatMap { $0 == 0 ? [row] : [row - $0, row + $0] }
        return rows.first { row in
            guard row >= 0, row < records.count, let entry = records.entry(at: row),
                case .success(let found) = catalogue.location(at: entry)
            else { return false }
            return found == url
        }.flatMap(photo)
    }

    /// More photos than that hardly ever come or go together before the one that is looked at.
    private static let farthest = 100

    /// Selects one photo, and nothing else.
    func select(_ record: PhotoRecord) {
        guard let row = row(of: record) else { return }
        selection.select(row..<row + 1, only: true)
        focus(entry: record.id.entry)
    }
}
