import GLibBridge
import PhotoCore

/// The records as rows of a GListModel.
@MainActor
final class RecordRows: ListModelSource {
    let records: PhotoListModel

    /// Whether there is no more than one row yet: see PhotoListView.open.
    var isBeginning = false

    init(_ records: PhotoListModel) { self.records = records }

    var count: Int { isBeginning ? min(1, records.count) : records.count }

    func object(at row: Int) -> AnyObject { records.record(at: row) ?? self }
}
