import Foundation

/// Sorts the rows of a catalogue by their dates, and divides them into months, after the folders. For a worker: 0.3 µs
/// a row.
struct TimelineReading {
    let catalogue: Catalogue
    var clock = TimelineClock()
    let isCancelled: @Sendable () -> Bool

    /// Calls `body` with each of the entries, its segment and its row there. False if cancelled.
    private func forEach(_ entries: some Sequence<Int>, _ body: (Int, CatalogueSegment, Int) -> Void) -> Bool {
        for (number, entry) in entries.enumerated() {
            if number & 0xFFF == 0, isCancelled() { return false }
            guard entry < catalogue.count else { continue }
            let (segment, row) = catalogue.place(of: entry)
            body(entry, segment, row)
        }
        return true
    }

    /// All entries: folders, then photos by date, then those without one; ties in the catalogue's order. Nil if
    /// cancelled.
    func order(newestFirst: Bool) -> RowOrder? {
        var dated: [(stamp: TimelineStamp, entry: UInt32)] = []
        var (folders, dateless): ([UInt32], [UInt32]) = ([], [])
        var clock = clock
        let isDone = forEach(0..<catalogue.count) { entry, segment, row in
            let number = UInt32(truncatingIfNeeded: entry)
            if segment.isFolder(at: row) {
                folders.append(number)
            } else if let stamp = stamp(segment, row, &clock) {
                dated.append((stamp, number))
            } else {
                dateless.append(number)
            }
        }
        guard isDone else { return nil }
        if newestFirst {
            dated.sort { $0.stamp == $1.stamp ? $0.entry < $1.entry : $0.stamp > $1.stamp }
        } else {
            dated.sort { $0.stamp == $1.stamp ? $0.entry < $1.entry : $0.stamp < $1.stamp }
        }
        return isCancelled() ? nil : RowOrder(folders + dated.map(\.entry) + dateless, isAscending: false)
    }

    /// The months of rows that are in a timeline's order. Nil if cancelled.
    func sections(of order: RowOrder) -> TimelineSections? {
        var known: [(month: TimelineMonth?, isOfFolders: Bool, content: TimelineSections.Content)] = []
        var clock = clock
        let isDone = forEach((0..<order.count).lazy.map { order.entry(at: $0) }) { _, segment, row in
            let isFolder = segment.isFolder(at: row)
            let stamp = isFolder ? nil : stamp(segment, row, &clock)
            if known.last.map({ $0.month != stamp?.month || $0.isOfFolders != isFolder }) ?? true {
                known.append((stamp?.month, isFolder, TimelineSections.Content()))
            }
            known[known.count - 1].content.append(day: stamp?.day ?? 0, ratio(segment, row))
        }
        return isDone ? TimelineSections(known) : nil
    }

    private func stamp(_ segment: CatalogueSegment, _ row: Int, _ clock: inout TimelineClock) -> TimelineStamp? {
        segment.withText { text in
            guard let date = segment.range(of: .date, at: row, in: text) else { return nil }
            return clock.stamp(UnsafeRawBufferPointer(rebasing: text[date]))
        }
    }

    private func ratio(_ segment: CatalogueSegment, _ row: Int) -> TimelineRatio {
        segment.withText { text in
            func number(_ field: CatalogueField) -> Double {
                guard let range = segment.range(of: field, at: row, in: text) else { return 0 }
                var value = 0.0
                for byte in text[range] {
                    guard URLText.isDigit(byte) else {
                        return Double(String(decoding: text[range], as: UTF8.self)) ?? 0
                    }
                    value = value * 10 + Double(byte - 0x30)
                }
                return value
            }
            return TimelineRatio(width: number(.width), height: number(.height))
        }
    }
}

/// Divides rows into months off the main context, the last request only.
@MainActor
package final class TimelineWorker {
    private let mainContext: any MainContextPerforming
    private let queue = DispatchQueue(label: "Timeline queue", qos: .userInitiated)
    private var flag: CancellationFlag?

    /// A worker that reports on `mainContext`.
    package init(mainContext: any MainContextPerforming) { self.mainContext = mainContext }

    /// Calls `completion` with the months of rows in a timeline's order, unless another call follows before.
    package func read(
        _ order: RowOrder, of catalogue: Catalogue, completion: @escaping @MainActor (TimelineSections) -> Void
    ) {
        cancel()
        let flag = CancellationFlag()
        self.flag = flag
        queue.async { [mainContext] in
            let reading = TimelineReading(catalogue: catalogue, isCancelled: { flag.isCancelled })
            guard let sections = reading.sections(of: order) else { return }
            mainContext.perform { if !flag.isCancelled { completion(sections) } }
        }
    }

    /// Drops what is being read.
    package func cancel() { flag?.cancel() }
}
