/// The rows of the open catalogue: makes a PhotoRecord when a row asks for it, and knows those that somebody holds.
@MainActor
public final class PhotoListModel {
    private final class Weak {
        weak var record: PhotoRecord?
        init(_ record: PhotoRecord) { self.record = record }
    }

    /// What is open.
    public private(set) var catalogue: Catalogue?
    private var generation = 0
    private var live: [Int: Weak] = [:]
    private var sweepAt = 1024
    private let restore: @MainActor (PhotoRecord) -> Void

    /// An empty list. `restore` gives a record that was just made the state that memory holds for it.
    public init(restore: @escaping @MainActor (PhotoRecord) -> Void) {
        self.restore = restore
    }

    /// How many rows there are.
    public var count: Int { catalogue?.count ?? 0 }

    /// Shows another catalogue, or none; the records of the one before belong to no row any more.
    public func open(_ catalogue: Catalogue?) {
        self.catalogue = catalogue
        generation += 1
        live = [:]
    }

    /// The record of one row: the same one for as long as anybody holds it. nil past the end.
    public func record(at row: Int) -> PhotoRecord? {
        guard let catalogue, (0..<catalogue.count).contains(row) else { return nil }
        if let record = live[row]?.record { return record }
        let record = PhotoRecord(
            id: .init(catalogue: generation, entry: row), name: catalogue.name(at: row),
            location: catalogue.location(at: row), thumbnail: catalogue.thumbnailLocation(at: row),
            position: catalogue.position(at: row))
        restore(record)
        live[row] = Weak(record)
        sweepIfDue()
        return record
    }

    /// The records that somebody holds.
    public var liveRecords: [PhotoRecord] { live.values.compactMap(\.record) }

    /// Forgets the rows whose record has gone, each time their number has doubled: constant work a row.
    private func sweepIfDue() {
        guard live.count >= sweepAt else { return }
        live = live.filter { $0.value.record != nil }
        sweepAt = max(1024, 2 * live.count)
    }
}
