/// The search index of a catalogue: one index per segment, made as segments arrive.
///
/// A value for one worker, like its folding.
struct CatalogueIndex {
    private var segments: [SegmentIndex] = []
    private var folding = TextFolding()

    /// Its memory in bytes.
    var byteCount: Int { segments.reduce(0) { $0 + $1.byteCount } }

    /// With fewer rows, a search ends before another thread starts.
    private static let leastRowsAThread = 32_768

    /// Adds the missing segments of `catalogue`, after dropping those of another one. False if cancelled; finished
    /// segments stay.
    mutating func follow(_ catalogue: Catalogue, isCancelled: () -> Bool) -> Bool {
        let isSame =
            segments.count <= catalogue.segments.count
            && zip(segments, catalogue.segments).allSatisfy { $0.segment === $1 }
        // Months of a library become known one by one.
        var known: [ObjectIdentifier: SegmentIndex] = [:]
        if !isSame {
            known = Dictionary(segments.map { (ObjectIdentifier($0.segment), $0) }, uniquingKeysWith: { $1 })
            segments = []
        }
        var first = segments.last.map { $0.firstEntry + $0.segment.count } ?? 0
        for segment in catalogue.segments[segments.count...] {
            let old = known[ObjectIdentifier(segment)].flatMap { $0.firstEntry == first ? $0 : nil }
            guard
                let index = old
                    ?? SegmentIndex(segment, from: first, of: catalogue, folding: &folding, isCancelled: isCancelled)
            else { return false }
            segments.append(index)
            first += segment.count
        }
        return true
    }

    /// The entries from `start` on that match `query`, in the catalogue's order; only among `candidates`, if given,
    /// which have the same order. Nil if cancelled.
    func search(
        _ query: SearchQuery, from start: Int = 0, among candidates: [UInt32]? = nil, isCancelled: @Sendable () -> Bool
    ) -> [UInt32]? {
        let end = segments.last.map { $0.firstEntry + $0.segment.count } ?? 0
        let all = candidates.map { $0.indices } ?? min(start, end)..<end
        let search = SegmentSearch(query)
        let found = all.concurrentParts(ofAtLeast: Self.leastRowsAThread) {
            self.search(search, $0, of: candidates, isCancelled)
        }
        return found.contains(nil) ? nil : found.count == 1 ? found[0] : Array(found.compactMap(\.self).joined())
    }

    /// One thread's part: a range of entries or of candidates.
    private func search(
        _ search: SegmentSearch, _ part: Range<Int>, of candidates: [UInt32]?, _ isCancelled: () -> Bool
    ) -> [UInt32]? {
        var found: [UInt32] = []
        for index in segments where !index.segment.isUnread {
            let entries = index.firstEntry..<index.firstEntry + index.segment.count
            let isDone: Bool
            if let candidates {
                let here = Self.range(of: entries, in: candidates[part])
                let rows = candidates[here].lazy.map { Int($0) - index.firstEntry }
                isDone = search.search(index, rows: rows, isCancelled: isCancelled, found: &found)
            } else {
                let here = part.clamped(to: entries)
                let rows = here.lowerBound - index.firstEntry..<here.upperBound - index.firstEntry
                isDone = search.search(index, rows: rows, isCancelled: isCancelled, found: &found)
            }
            if !isDone { return nil }
        }
        return found
    }

    /// The positions of the values within `entries` in a sorted slice.
    private static func range(of entries: Range<Int>, in sorted: ArraySlice<UInt32>) -> Range<Int> {
        func first(notBelow entry: Int) -> Int { sorted.indices.first(reaching: { sorted[$0] >= entry }) }
        return first(notBelow: entries.lowerBound)..<first(notBelow: entries.upperBound)
    }
}
