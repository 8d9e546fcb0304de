import GLibBridge
import GtkBridge
import PhotoCore

/// The records as rows of a GListModel, some of them selected.
@MainActor
final class RecordRows: SelectionSource {
    let records: PhotoListModel
    private let selection: RowSelection

    init(_ records: PhotoListModel, _ selection: RowSelection) {
        self.records = records
        self.selection = selection
    }

    var count: Int { records.count }

    func object(at row: Int) -> AnyObject { records.record(at: row) ?? self }

    func isSelected(_ row: Int) -> Bool { selection.isSelected(row) }
    func select(_ rows: Range<Int>, only: Bool) { selection.select(rows, only: only) }
    func unselect(_ rows: Range<Int>) { selection.unselect(rows) }
    func unselectAll() { selection.unselectAll() }
}
