/// A snapshot of a list's layout.
package struct ListGeometry: Sendable {
    /// How many rows of its order the list has received.
    package enum Supply: Sendable, Equatable {
        case complete
        /// Some arrive in each frame.
        case giving
        /// Hidden rows are being removed.
        case takingAway
    }

    /// The keyboard focus.
    package enum Keyboard: Sendable, Equatable {
        /// In the list or one of its rows.
        case inList
        /// In another widget of the window.
        case elsewhere
        /// Nowhere: the focused widget was removed.
        case nowhere
    }

    let order: RowOrder
    /// The rows that the list has.
    package let shown: Range<Int>
    /// How many rows of the order are next to each other; at least 1.
    let columns: Int
    /// The scroll position, in points from the list's top.
    package let position: Double
    /// The height of the list's content, in points.
    package let length: Double
    /// The visible height, in points.
    package let page: Double
    /// Whether the list is gaining or losing rows.
    let supply: Supply
    let keyboard: Keyboard
    /// Where the rows are that differ in height; nil where all have the same.
    let timeline: TimelineGeometry?

    package init(
        order: RowOrder, shown: Range<Int>, columns: Int, position: Double, length: Double, page: Double,
        supply: Supply, keyboard: Keyboard, timeline: TimelineGeometry? = nil
    ) {
        (self.order, self.shown, self.columns) = (order, shown, max(1, columns))
        (self.position, self.length, self.page) = (position, length, page)
        (self.supply, self.keyboard, self.timeline) = (supply, keyboard, timeline)
    }

    /// The height of a row, in points: all are equal. Nil before the first layout.
    var rowHeight: Double? {
        let rows = shown.count / columns + (shown.count % columns > 0 ? 1 : 0)
        return rows > 0 && length > 0 ? length / Double(rows) : nil
    }

    /// The first photo of the first row on screen.
    package var firstRow: Int? {
        if let timeline { return timeline.rowCount > 0 ? timeline.row(at: position) : nil }
        guard let rowHeight else { return nil }
        let line = Int(exactly: (position / rowHeight).rounded()) ?? 0
        let last = max(0, shown.count - 1)
        // Compared before it is multiplied: the product of a position far outside would overflow.
        return line > last / columns ? last : max(0, line) * columns
    }

    /// Whether the very first row is at the top.
    package var isAtTop: Bool { position <= 0 && shown.lowerBound == 0 }

    /// Whether the list exceeds the screen.
    package var isFull: Bool { length > page + 1 }

    /// The maximum position, in points.
    var end: Double { max(0, length - page) }

    /// The position that shows an entry at this spot; nil while the list has no row for it.
    func position(of spot: ListPlace.Spot) -> Double? {
        if let timeline {
            guard let row = order.row(of: spot.entry), row < timeline.rowCount else { return nil }
            let isAtTop = spot.offset == 0
            return isAtTop
                ? timeline.position(revealing: row) : timeline.position(of: .init(row: row, offset: spot.offset))
        }
        guard let rowHeight, let row = order.row(of: spot.entry), shown.contains(row) else { return nil }
        // Above the screen, no row is kept at its place: higher rows had more content there.
        return Double((row - shown.lowerBound) / columns) * rowHeight + min(spot.offset, max(0, rowHeight - 1))
    }
}

/// The last direction of a list's movement.
package struct Travel: Sendable, Equatable {
    /// The two ways of a list.
    package enum Direction: Sendable, Equatable { case up, down }

    /// Less than a point is no movement: GtkListView rounds positions to whole points, which after half of all
    /// movements down is a tiny step up.
    private static let leastStep = 1.0

    private var position = 0.0
    /// The direction of the last movement; nil before the first.
    package private(set) var direction: Direction?

    /// A list at its top before any movement.
    package init() {}

    /// The list is now at `newPosition`, in points from the top.
    package mutating func moved(to newPosition: Double) {
        guard abs(newPosition - position) >= Self.leastStep else { return }
        direction = newPosition > position ? .down : .up
        position = newPosition
    }

    /// Another list, which has not moved.
    package mutating func forget() { direction = nil }
}
