import Foundation

/// The order of the list's rows. The raw value is stored in settings: never change one.
public enum ListOrder: String, Sendable, CaseIterable {
    /// The catalogue's order.
    case catalogue
    /// The catalogue's, the last one first: that of a library whose own order is newest first.
    case reversed
    /// By displayed name, in the language's sort order, with numbers by value.
    case name
    /// By date, newest first; entries without a date last.
    case newest
    /// Failures first: wrong entries, and photos that failed.
    case failed
    /// By the day and the time that the reader's clock showed, newest first; entries without a date last. Unlike
    /// `newest`, each day's entries are together, whatever zones the dates have.
    case timelineNewest = "timeline-newest"
    /// The same, oldest first; entries without a date last.
    case timelineOldest = "timeline-oldest"

    /// The orders of lists, which a person chooses from.
    public static let ofLists: [Self] = [.catalogue, .name, .newest, .failed]
}

/// Sorts a catalogue's entries. For a worker.
struct CatalogueSorting {
    let catalogue: Catalogue
    /// Sorts names.
    let collation: any NameCollating
    /// The entries with failed photos.
    let failed: EntrySet
    let isCancelled: @Sendable () -> Bool

    /// The maximum number of a name's bytes that count in sorting, to limit the size of keys: a row cannot show the
    /// rest.
    private static let maximumNameByteCount = 256
    /// With fewer rows, another thread is not worthwhile.
    private static let leastRowsAThread = 16_384

    /// All entries in that order; nil if cancelled.
    func entries(by order: ListOrder) -> RowOrder? {
        switch order {
        case .catalogue: RowOrder(identity: catalogue.count)
        case .reversed: RowOrder(reversed: catalogue.count)
        case .name: byName().map { RowOrder($0, isAscending: false) }
        case .newest: byDate()
        case .failed: failedFirst()
        case .timelineNewest, .timelineOldest:
            TimelineReading(catalogue: catalogue, isCancelled: isCancelled).order(newestFirst: order == .timelineNewest)
        }
    }

    // MARK: By name

    /// Uses a few threads: each makes and sorts the keys of its share of rows; then all are merged.
    private func byName() -> [UInt32]? {
        let parts = (0..<catalogue.count).concurrentParts(ofAtLeast: Self.leastRowsAThread, most: 4) { rows in
            keys(of: rows).flatMap { keys in keys.order(isCancelled: isCancelled).map { (keys: keys, order: $0) } }
        }
        let sorted = parts.compactMap(\.self)
        return sorted.count == parts.count && !isCancelled() ? merge(sorted) : nil
    }

    private func keys(of entries: Range<Int>) -> SortKeys? {
        var makeKey = collation.makeKeys()
        var keys = SortKeys()
        keys.reserve(rows: entries.count)
        func append(_ name: UnsafeRawBufferPointer) {
            let shown = UnsafeRawBufferPointer(rebasing: name.prefix(Self.maximumNameByteCount))
            keys.append { makeKey.appendKey(of: shown, to: &$0) }
        }
        let isDone = forEach(of: entries) { entry, row, segment, text in
            if let name = segment.shownNameRange(at: row, in: text) {
                append(UnsafeRawBufferPointer(rebasing: text[name]))
            } else {
                var name = catalogue.name(at: entry)
                name.withUTF8 { append(UnsafeRawBufferPointer($0)) }
            }
        }
        return isDone ? keys : nil
    }

    /// Calls `body` with each of `entries`, its row in its segment, and that segment and its text. False if cancelled.
    @inline(__always)
    private func forEach(
        of entries: Range<Int>, _ body: (Int, Int, CatalogueSegment, UnsafeRawBufferPointer) -> Void
    ) -> Bool {
        var first = 0
        for segment in catalogue.segments {
            let isDone = segment.withText { text in
                for entry in entries.clamped(to: first..<first + segment.count) {
                    if entry & 0xFFF == 0, isCancelled() { return false }
                    body(entry, entry - first, segment, text)
                }
                return true
            }
            if !isDone { return false }
            first += segment.count
        }
        return true
    }

    private func merge(_ parts: [(keys: SortKeys, order: [UInt32])]) -> [UInt32] {
        var firsts: [Int] = []
        var count = 0
        for part in parts {
            firsts.append(count)
            count += part.order.count
        }
        if parts.count == 1 { return parts[0].order }
        // There are at most four: a linear search finds the least.
        var next = [Int](repeating: 0, count: parts.count)
        var merged: [UInt32] = []
        merged.reserveCapacity(count)
        while merged.count < count {
            var least: Int?
            for part in parts.indices where next[part] < parts[part].order.count {
                guard let found = least else {
                    least = part
                    continue
                }
                let isAbove = parts[found].keys.isAbove(
                    Int(parts[found].order[next[found]]), parts[part].keys, Int(parts[part].order[next[part]]))
                if isAbove { least = part }
            }
            guard let least else { break }
            merged.append(UInt32(firsts[least]) + parts[least].order[next[least]])
            next[least] += 1
        }
        return merged
    }

    // MARK: By date

    private func byDate() -> RowOrder? {
        var dated: [(seconds: Double, entry: UInt32)] = []
        var dateless: [UInt32] = []
        let isDone = forEach(of: 0..<catalogue.count) { entry, row, segment, text in
            let entry = UInt32(truncatingIfNeeded: entry)
            if let date = segment.range(of: .date, at: row, in: text),
                let seconds = CatalogueDate.seconds(UnsafeRawBufferPointer(rebasing: text[date]))
            {
                dated.append((seconds, entry))
            } else {
                dateless.append(entry)
            }
        }
        guard isDone else { return nil }
        if dated.isEmpty { return RowOrder(identity: catalogue.count) }
        dated.sort { $0.seconds == $1.seconds ? $0.entry < $1.entry : $0.seconds > $1.seconds }
        return isCancelled() ? nil : RowOrder(dated.map(\.entry) + dateless, isAscending: false)
    }

    // MARK: Failed ones first

    private func failedFirst() -> RowOrder? {
        var (bad, good) = ([UInt32](), [UInt32]())
        let isDone = forEach(of: 0..<catalogue.count) { entry, row, segment, text in
            let isBad = failed.contains(entry) || !hasLocation(entry, row, of: segment, text)
            if isBad { bad.append(UInt32(entry)) } else { good.append(UInt32(entry)) }
        }
        guard isDone else { return nil }
        return bad.isEmpty ? RowOrder(identity: catalogue.count) : RowOrder(bad + good, isAscending: false)
    }

    private func hasLocation(
        _ entry: Int, _ row: Int, of segment: CatalogueSegment, _ text: UnsafeRawBufferPointer
    ) -> Bool {
        if segment.isFolder(at: row) { return true }
        guard let location = segment.range(of: .location, at: row, in: text) else { return false }
        if PhotoLocation.isPlain(UnsafeRawBufferPointer(rebasing: text[location])) { return true }
        if case .success = catalogue.location(at: entry) { return true }
        return false
    }
}

/// Sorts catalogues off the main context, one at a time. Separate from searching, which does not wait for it.
final class SortWorker: Sendable {
    private let queue = DispatchQueue(label: "Sort queue", qos: .userInitiated)
    private let collation: any NameCollating

    init(collation: any NameCollating) { self.collation = collation }

    /// Calls `completion` on the worker with all entries in order; nil if cancelled.
    func sort(
        _ catalogue: Catalogue, by order: ListOrder, failed: EntrySet, flag: CancellationFlag,
        completion: @escaping @Sendable (RowOrder?) -> Void
    ) {
        let sorting = CatalogueSorting(
            catalogue: catalogue, collation: collation, failed: failed, isCancelled: { flag.isCancelled })
        queue.async { completion(flag.isCancelled ? nil : sorting.entries(by: order)) }
    }
}
