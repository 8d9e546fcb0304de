/// The rows of the open catalogue: makes a PhotoRecord when a row asks for it, and knows those that somebody holds.
@MainActor
public final class PhotoListModel {
    private final class Weak {
        weak var record: PhotoRecord?
        init(_ record: PhotoRecord) { self.record = record }
    }

    /// Told that from row `position` on, `removed` rows have been replaced by `added`: at each call the model is as it says.
    public typealias Change = @MainActor (_ position: Int, _ removed: Int, _ added: Int) -> Void

    /// What is open.
    public private(set) var catalogue: Catalogue?
    /// Which of its rows are the list's: all, but at first, and while it is being replaced.
    private var shown = 0..<0
    private var generation = 0
    private var live: [Int: Weak] = [:]
    private var sweepAt = 1024
    private let restore: @MainActor (PhotoRecord) -> Void

    /// An empty list. `restore` gives a record that was just made the state that memory holds for it.
    public init(restore: @escaping @MainActor (PhotoRecord) -> Void) {
        self.restore = restore
    }

    /// How many rows the list has.
    public var count: Int { shown.count }
    /// How many more there are in the catalogue, for `reveal`.
    public var heldBackCount: Int { (catalogue?.count ?? 0) - shown.upperBound }

    /// Shows another catalogue, or none, and at most `most` rows of it for now; the records of the one before belong to no
    /// row any more.
    ///
    /// The old rows go before the new ones come: told of rows that replace others, GTK's list looks for its old rows among all
    /// the new ones, which makes a record of each: seconds, at a million.
    public func open(_ catalogue: Catalogue?, revealing most: Int = .max, _ changed: Change) {
        let old = count
        shown = 0..<0
        self.catalogue = nil
        generation += 1
        live = [:]
        if old > 0 { changed(0, old, 0) }
        guard let catalogue else { return }
        self.catalogue = catalogue
        reveal(min(most, catalogue.count), changed)
    }

    /// Shows so many more of the rows that are held back.
    public func reveal(_ more: Int, _ changed: Change) {
        let (old, added) = (count, min(more, heldBackCount))
        guard added > 0 else { return }
        shown = 0..<old + added
        changed(old, 0, added)
    }

    /// Has the same catalogue with more rows at its end; the records stay those of their rows. The new rows are shown, unless
    /// some are still held back.
    public func grow(to catalogue: Catalogue, _ changed: Change) {
        let isHeldBack = heldBackCount > 0
        self.catalogue = catalogue
        if !isHeldBack { reveal(heldBackCount, changed) }
    }

    /// Shows another version of the catalogue. Rows near `place.old` that are the same near `place.new` stay, with their
    /// records: what is on screen does not move. Where nothing stays, all are new.
    ///
    /// The place is where both have the same photo.
    public func replace(with new: Catalogue, at place: (old: Int, new: Int), _ changed: Change) {
        guard let old = catalogue, (0..<old.count).contains(place.old), (0..<new.count).contains(place.new),
            old.isSameEntry(place.old, as: place.new, of: new)
        else { return open(new, changed) }
        reveal(heldBackCount, changed)
        let before = Self.sameCount { step in
            old.isSameEntry(place.old - step, as: place.new - step, of: new)
        }
        let after = Self.sameCount { step in
            old.isSameEntry(place.old + step, as: place.new + step, of: new)
        }
        let kept = place.old - before..<place.old + after + 1
        // First what goes, the end first, so that the rest has its numbers; then what comes.
        shown = 0..<kept.upperBound
        if old.count > kept.upperBound { changed(kept.upperBound, old.count - kept.upperBound, 0) }
        shown = kept
        if kept.lowerBound > 0 { changed(0, kept.lowerBound, 0) }
        generation += 1
        catalogue = new
        let shift = place.new - place.old
        let keptRecords = live.filter { kept.contains($0.key) && $0.value.record != nil }
        live = Dictionary(keptRecords.map { ($0.key + shift, $0.value) }, uniquingKeysWith: { first, _ in first })
        shown = kept.lowerBound + shift..<kept.upperBound + shift
        let head = shown.lowerBound
        shown = 0..<shown.upperBound
        if head > 0 { changed(0, 0, head) }
        let tail = new.count - shown.upperBound
        shown = 0..<new.count
        if tail > 0 { changed(new.count - tail, 0, tail) }
    }

    /// More rows than any list has bound on either side of the first one on screen.
    private static let mostKept = 1000

    private static func sameCount(_ isSame: (_ step: Int) -> Bool) -> Int {
        var count = 0
        while count < mostKept, isSame(count + 1) { count += 1 }
        return count
    }

    /// The record of one row, held back or not: the same one for as long as anybody holds it. nil past the end.
    public func record(at row: Int) -> PhotoRecord? {
        let entry = shown.lowerBound + row
        guard let catalogue, row >= 0, entry < catalogue.count else { return nil }
        if let record = live[entry]?.record { return record }
        let record = PhotoRecord(
            id: .init(catalogue: generation, entry: entry), name: catalogue.name(at: entry),
            location: catalogue.location(at: entry), thumbnail: catalogue.thumbnailLocation(at: entry),
            position: catalogue.position(at: entry))
        restore(record)
        live[entry] = Weak(record)
        sweepIfDue()
        return record
    }

    /// The row that shows `record`; nil where none does.
    public func row(of record: PhotoRecord) -> Int? {
        // Its own number, unless the catalogue was replaced since.
        if live[record.id.entry]?.record === record { return record.id.entry - shown.lowerBound }
        return live.first { $0.value.record === record }.map { $0.key - shown.lowerBound }
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
