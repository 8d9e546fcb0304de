import GLibBridge

/// Says to bound rows where they are: to a few at once, to many when no more are bound.
///
/// A row's place is for screen readers, and GTK sends each of their texts to the accessibility bus at once. While a
/// scrollbar is dragged, each frame binds up to 200 rows, which are gone in the next one: their texts take as long as
/// all else.
@MainActor
package final class PlaceQueue<Row: Hashable> {
    private let place: @MainActor (Row) -> Void
    private var waiting: Set<Row> = []
    private var timer: MainTimer?
    private var burst = Burst()

    private struct Burst {
        private var begin = -PlaceQueue.frameMilliseconds
        private var count = 0

        /// Counts one more row, at a time in milliseconds; returns whether there are only a few.
        mutating func isShort(at now: Int) -> Bool {
            if now - begin >= PlaceQueue.frameMilliseconds { (begin, count) = (now, 0) }
            count += 1
            return count <= PlaceQueue.mostAtOnce
        }
    }

    /// A wheel binds fewer in a frame, a jump many more.
    private nonisolated static var mostAtOnce: Int { 12 }
    private nonisolated static var frameMilliseconds: Int { 16 }
    private static var restMilliseconds: Int { 50 }
    /// In each frame. Half of a turn's budget, because a row is always completed.
    private static var turnMilliseconds: Int { 3 }

    /// `place` says to a row where it is.
    package init(_ place: @escaping @MainActor (Row) -> Void) { self.place = place }

    /// The row has been bound: says where it is, now or soon.
    package func bound(_ row: Row) {
        if burst.isShort(at: MonotonicClock.milliseconds) { place(row) } else { wait(row) }
    }

    /// The row has been bound: says where it is when no more are bound, unless `placeNow` comes before.
    package func wait(_ row: Row) {
        waiting.insert(row)
        timer = MainTimer(after: Self.restMilliseconds) { [weak self] in self?.placeSome() }
    }

    /// The row has no place any more.
    package func unbound(_ row: Row) { waiting.remove(row) }

    /// The row is needed, because it has received the focus or is on screen.
    package func placeNow(_ row: Row) { if waiting.remove(row) != nil { place(row) } }

    /// All rows know their places, or are gone.
    package func clear() { waiting = [] }

    private func placeSome() {
        timer = nil
        let end = MonotonicClock.milliseconds + Self.turnMilliseconds
        while let row = waiting.popFirst() {
            place(row)
            if MonotonicClock.milliseconds >= end { break }
        }
        // A timer without a delay comes before the next frame, every time.
        if !waiting.isEmpty { timer = MainTimer(after: Self.frameMilliseconds) { [weak self] in self?.placeSome() } }
    }
}
