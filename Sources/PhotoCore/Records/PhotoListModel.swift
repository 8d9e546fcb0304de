/// The rows of the open catalogue: makes a PhotoRecord when a row asks for it, and knows those that somebody holds.
@MainActor
public final class PhotoListModel {
    private final class Weak {
        weak var record: PhotoRecord?
        init(_ record: PhotoRecord) { self.record = record }
    }

    /// What is open.
    public private(set) var catalogue: Catalogue?
    /// Which of its entries each row shows. Records belong to entries, so they stay while this changes.
    public private(set) var order = RowOrder(identity: 0)
    /// The entries whose photos could not be had when they were last wanted.
    public private(set) var failedEntries = EntrySet()
    private var generation = 0
    private var live: [Int: Weak] = [:]
    private var sweepAt = 1024
    private let restore: @MainActor (PhotoRecord) -> Void

    /// An empty list. `restore` gives a record that was just made the state that memory holds for it.
    public init(restore: @escaping @MainActor (PhotoRecord) -> Void) {
        self.restore = restore
    }

    /// How many rows there are.
    public var count: Int { order.count }

    /// Shows another catalogue, or none, in its own order; the records of the one before belong to no row any more.
    public func open(_ catalogue: Catalogue?) {
        self.catalogue = catalogue
        order = RowOrder(identity: catalogue?.count ?? 0)
        generation += 1
        live = [:]
        failedEntries = EntrySet()
    }

    /// Shows these entries of the open catalogue, in this order.
    public func show(_ order: RowOrder) { self.order = order }

    /// The record of one row: the same one for as long as anybody holds it. nil past the end.
    public func record(at row: Int) -> PhotoRecord? {
        (0..<order.count).contains(row) ? record(of: order.entry(at: row)) : nil
    }

    private func record(of entry: Int) -> PhotoRecord? {
        guard let catalogue, (0..<catalogue.count).contains(entry) else { return nil }
        if let record = live[entry]?.record { return record }
        let record = PhotoRecord(
            id: .init(catalogue: generation, entry: entry), name: catalogue.name(at: entry),
            location: catalogue.location(at: entry), thumbnail: catalogue.thumbnailLocation(at: entry),
            position: catalogue.position(at: entry))
        record.stateObserver = { [weak self] in self?.noteState(of: $0) }
        restore(record)
        live[entry] = Weak(record)
        sweepIfDue()
        return record
    }

    private func noteState(of record: PhotoRecord) {
        guard record.id.catalogue == generation else { return }
        switch record.state {
        case .failed: failedEntries.insert(record.id.entry)
        case .downloaded, .filtered: failedEntries.remove(record.id.entry)
        case .new, .downloading: break
        }
    }

    /// The records that somebody holds.
    public var liveRecords: [PhotoRecord] { live.values.compactMap(\.record) }

    /// Forgets the entries whose record has gone, each time their number has doubled: constant work a row.
    private func sweepIfDue() {
        guard live.count >= sweepAt else { return }
        live = live.filter { $0.value.record != nil }
        sweepAt = max(1024, 2 * live.count)
    }
}
