/// The rows of the open catalogue: creates a PhotoRecord when a row asks for it, and knows all records in use.
@MainActor
public final class PhotoListModel {
    private final class Weak {
        weak var record: PhotoRecord?
        init(_ record: PhotoRecord) { self.record = record }
    }

    /// Called when `added` rows have replaced `removed` at `position`; the model is up to date at each call.
    public typealias Change = @MainActor (_ position: Int, _ removed: Int, _ added: Int) -> Void

    /// The open catalogue.
    public private(set) var catalogue: Catalogue? { didSet { (knownFolders, knownPlaces) = (nil, nil) } }
    /// The visible entries and their order. Records belong to entries, so they survive changes of this.
    public private(set) var order = RowOrder(identity: 0) { didSet { knownPlaces = nil } }
    private var knownFolders: [Int]?
    private var knownPlaces: PhotoPlaces?
    /// The entries whose photos failed at the last try.
    public private(set) var failedEntries = EntrySet()
    /// Called when the first failure appears and the last one disappears.
    public var failuresChanged: (@MainActor () -> Void)?
    /// Which of the order's rows the list shows: all, except at first and while the catalogue is replaced.
    private var shown = 0..<0
    private var generation = 0
    private var live: [Int: Weak] = [:]
    private var sweepAt = 1024
    private let restore: @MainActor (PhotoRecord) -> Void

    /// An empty list. `restore` gives a record the state held in memory, at its first use.
    public init(restore: @escaping @MainActor (PhotoRecord) -> Void) { self.restore = restore }

    /// What rows say about their photos.
    package var shownFields = RowFields.all {
        didSet {
            guard shownFields != oldValue, let catalogue else { return }
            for (entry, weak) in live { weak.record?.summary = catalogue.summary(at: entry, shownFields) }
        }
    }

    /// How many rows the list has.
    public var count: Int { shown.count }
    /// How many rows below can still be shown by `reveal`.
    public var heldBackCount: Int { order.count - shown.upperBound }
    /// How many rows above can still be shown by `revealAbove`.
    public var heldBackAboveCount: Int { shown.lowerBound }

    // MARK: Which rows there are

    /// Shows another catalogue, or none, in its own order, and at most `most` of its rows for now. The previous
    /// catalogue's records no longer belong to rows.
    ///
    /// Removes the old rows before adding new ones: on a replacement, GTK's list searches all new rows for its old
    /// ones, which creates a record for each and takes seconds for a million.
    public func open(_ catalogue: Catalogue?, revealing most: Int = .max, _ changed: Change) {
        generation += 1
        live = [:]
        changeFailed { $0 = EntrySet() }
        self.catalogue = catalogue
        arrange(RowOrder(identity: catalogue?.count ?? 0), revealing: most, changed)
    }

    /// Shows other entries of the open catalogue, or another order, and at most `most` for now, from the row `start`
    /// on. Removes the old rows first, like `open`; entries keep their records.
    public func arrange(_ order: RowOrder, from start: Int = 0, revealing most: Int = .max, _ changed: Change) {
        let old = count
        shown = 0..<0
        self.order = RowOrder(identity: 0)
        if old > 0 { changed(0, old, 0) }
        self.order = order
        let start = max(0, min(start, order.count))
        shown = start..<start
        reveal(min(most, order.count - start), changed)
    }

    /// Shows this many more of the rows below.
    public func reveal(_ more: Int, _ changed: Change) {
        show(shown.lowerBound..<shown.upperBound + max(0, min(more, heldBackCount)), changed)
    }

    /// Shows this many more of the rows above.
    public func revealAbove(_ more: Int, _ changed: Change) {
        show(shown.lowerBound - max(0, min(more, heldBackAboveCount))..<shown.upperBound, changed)
    }

    /// Hides this many rows at the end.
    public func withdraw(_ fewer: Int, _ changed: Change) {
        show(shown.lowerBound..<shown.upperBound - max(0, min(fewer, count)), changed)
    }

    /// Hides this many rows at the start.
    public func withdrawAbove(_ fewer: Int, _ changed: Change) {
        show(shown.lowerBound + max(0, min(fewer, count))..<shown.upperBound, changed)
    }

    /// Shows these rows of the order, which differ at one end from those that are shown.
    private func show(_ rows: Range<Int>, _ changed: Change) {
        let old = shown
        shown = rows
        let (above, below) = (old.lowerBound - rows.lowerBound, rows.upperBound - old.upperBound)
        if above != 0 { changed(0, max(0, -above), max(0, above)) }
        if below != 0 { changed(min(old.count, rows.count), max(0, -below), max(0, below)) }
    }

    /// The same catalogue with new rows at its end; rows keep their records. In the catalogue's own order, shows at
    /// most `most` of the new rows for now, and none while others are hidden; in another order, they appear with
    /// `extend` or `arrange`.
    public func grow(to catalogue: Catalogue, revealing most: Int = .max, _ changed: Change) {
        self.catalogue = catalogue
        if order.isIdentity { extend(to: RowOrder(identity: catalogue.count), revealing: most, changed) }
    }

    /// The same rows, of which these entries have become known. Returns their unread records, which are to be read with
    /// ``read(_:)``.
    package func learn(_ entries: Range<Int>, of catalogue: Catalogue) -> [PhotoRecord] {
        self.catalogue = catalogue
        // Of few live records or of few entries.
        let known = live.count < entries.count ? live.keys.filter(entries.contains) : entries.filter { live[$0] != nil }
        return known.compactMap { live[$0]?.record }.filter(\.isUnread)
    }

    /// The record says what is known of its entry.
    package func read(_ record: PhotoRecord) {
        guard let catalogue, let entry = entry(of: record), entry < catalogue.count else { return }
        record.read(
            name: catalogue.name(at: entry), summary: catalogue.summary(at: entry, shownFields),
            location: catalogue.location(at: entry), thumbnail: catalogue.thumbnailLocation(at: entry),
            placeholder: catalogue.text(of: .placeholder, at: entry))
        restore(record)
    }

    /// Shows at most `most` more rows at the end for now: `order` starts with all current rows. Shows none while others
    /// are hidden.
    public func extend(to order: RowOrder, revealing most: Int = .max, _ changed: Change) {
        let isHeldBack = heldBackCount > 0 || heldBackAboveCount > 0
        self.order = order
        if !isHeldBack { reveal(most, changed) }
    }

    /// Shows another version of the catalogue in its own order. Rows near `place.old` that equal those near `place.new`
    /// stay, with their records: the screen does not move. Otherwise, or if the list has another order, all rows are
    /// new.
    ///
    /// The place is where both have the same photo, by entry numbers.
    public func replace(with new: Catalogue, at place: (old: Int, new: Int), _ changed: Change) {
        guard let old = catalogue, order.isIdentity, old.isSameEntry(place.old, as: place.new, of: new) else {
            return open(new, changed)
        }
        revealAbove(heldBackAboveCount, changed)
        reveal(heldBackCount, changed)
        let before = Self.sameCount { step in
            old.isSameEntry(place.old - step, as: place.new - step, of: new)
        }
        let after = Self.sameCount { step in
            old.isSameEntry(place.old + step, as: place.new + step, of: new)
        }
        let kept = place.old - before..<place.old + after + 1
        // First removals, from the end, so that the rest keeps its numbers; then additions.
        show(0..<kept.upperBound, changed)
        show(kept, changed)
        generation += 1
        changeFailed { $0 = EntrySet() }
        catalogue = new
        order = RowOrder(identity: new.count)
        let shift = place.new - place.old
        let keptRecords = live.filter { kept.contains($0.key) && $0.value.record != nil }
        live = Dictionary(keptRecords.map { ($0.key + shift, $0.value) }, uniquingKeysWith: { first, _ in first })
        shown = kept.lowerBound + shift..<kept.upperBound + shift
        show(0..<shown.upperBound, changed)
        show(0..<new.count, changed)
    }

    /// More rows than a list binds on either side of the first one on screen.
    private static let mostKept = 1000

    private static func sameCount(_ isSame: (_ step: Int) -> Bool) -> Int {
        var count = 0
        while count < mostKept, isSame(count + 1) { count += 1 }
        return count
    }

    // MARK: Folders

    /// The entries that are folders.
    var folders: [Int] {
        let folders = knownFolders ?? catalogue?.folders ?? []
        knownFolders = folders
        return folders
    }

    /// The photos among the rows.
    var places: PhotoPlaces {
        let places = knownPlaces ?? PhotoPlaces(order, folderEntries: folders)
        knownPlaces = places
        return places
    }

    // MARK: Records

    /// The entry of a row, hidden or not; nil past the end.
    public func entry(at row: Int) -> Int? {
        let place = shown.lowerBound + row
        guard row >= 0, place < order.count else { return nil }
        return order.entry(at: place)
    }

    /// The record of a row, hidden or not: the same one while it is in use. Nil past the end.
    public func record(at row: Int) -> PhotoRecord? {
        guard let catalogue, let entry = entry(at: row), entry < catalogue.count else { return nil }
        if let record = live[entry]?.record { return record }
        let record = PhotoRecord(id: .init(catalogue: generation, entry: entry)) { [weak self] in
            PhotoRecord.Facts(
                name: catalogue.name(at: entry), summary: catalogue.summary(at: entry, self?.shownFields ?? .all),
                location: catalogue.location(at: entry), thumbnail: catalogue.thumbnailLocation(at: entry),
                folder: catalogue.folder(at: entry), position: catalogue.position(at: entry),
                placeholder: catalogue.text(of: .placeholder, at: entry))
        } restore: { [restore] in
            restore($0)
        }
        record.stateObserver = { [weak self] in self?.noteState(of: $0) }
        live[entry] = Weak(record)
        sweepIfDue()
        return record
    }

    private func noteState(of record: PhotoRecord) {
        guard let entry = entry(of: record) else { return }
        switch record.state {
        case .failed: changeFailed { $0.insert(entry) }
        case .downloaded, .filtered: changeFailed { $0.remove(entry) }
        case .new, .downloading, .folder: break
        }
    }

    private func changeFailed(_ body: (inout EntrySet) -> Void) {
        let wereNone = failedEntries.isEmpty
        body(&failedEntries)
        if failedEntries.isEmpty != wereNone { failuresChanged?() }
    }

    /// The entry of `record`; nil if it no longer has one.
    public func entry(of record: PhotoRecord) -> Int? {
        // Its own number, unless the catalogue was replaced since.
        if live[record.id.entry]?.record === record { return record.id.entry }
        // An unknown record of this catalogue is just being created.
        if record.id.catalogue == generation { return record.id.entry }
        return live.first { $0.value.record === record }?.key
    }

    /// The row that shows `record`; nil if none does.
    public func row(of record: PhotoRecord) -> Int? { entry(of: record).flatMap { row(ofEntry: $0) } }

    /// The row that shows an entry; nil if none does.
    public func row(ofEntry entry: Int) -> Int? {
        guard let place = order.row(of: entry), shown.contains(place) else { return nil }
        return place - shown.lowerBound
    }

    /// The records in use.
    public var liveRecords: [PhotoRecord] { live.values.compactMap(\.record) }

    /// Drops entries whose record was freed, each time their number has doubled: constant work per row.
    private func sweepIfDue() {
        guard live.count >= sweepAt else { return }
        live = live.filter { $0.value.record != nil }
        sweepAt = max(1024, 2 * live.count)
    }
}
