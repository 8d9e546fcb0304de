import GLibBridge
import PhotoCore

/// The records as rows of a GListModel.
@MainActor
final class RecordRows: ListModelSource {
    let records: PhotoListModel

    init(_ records: PhotoListModel) { self.records = records }

    var count: Int { records.count }

    func object(at row: Int) -> AnyObject { records.record(at: row) ?? self }
}
