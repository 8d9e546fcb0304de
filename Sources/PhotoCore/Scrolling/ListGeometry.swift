/// What a list shows at a moment, as it is laid out then.
public struct ListGeometry: Sendable {
    /// How far the list has been given the rows of its order.
    public enum Supply: Sendable, Equatable {
        /// It has them all.
        case complete
        /// It gets some in each frame.
        case giving
        /// Those out of sight are being taken away.
        case takingAway
    }

    /// Where the keyboard is.
    public enum Keyboard: Sendable, Equatable {
        /// In the list, or one of its rows.
        case inList
        /// In another widget of the window.
        case elsewhere
        /// Nowhere: the widget that had it has gone.
        case nowhere
    }

    /// Which rows there are to show.
    let order: RowOrder
    /// Which of them the list has.
    public let shown: Range<Int>
    /// How many rows of the order lie side by side; at least one.
    let columns: Int
    /// How far what is seen lies below the list's top, in points.
    public let position: Double
    /// How high all that the list has is, in points.
    public let length: Double
    /// How much of that is seen, in points.
    public let page: Double
    /// Whether the list is to have more rows, or fewer.
    let supply: Supply
    /// Where the keyboard is.
    let keyboard: Keyboard

    /// A list of the rows `shown` of `order`.
    public init(
        order: RowOrder, shown: Range<Int>, columns: Int, position: Double, length: Double, page: Double,
        supply: Supply, keyboard: Keyboard
    ) {
        (self.order, self.shown, self.columns) = (order, shown, max(1, columns))
        (self.position, self.length, self.page) = (position, length, page)
        (self.supply, self.keyboard) = (supply, keyboard)
    }

    /// How high a row is, in points: all are alike. Nil before the list is laid out.
    var rowHeight: Double? {
        let rows = shown.count / columns + (shown.count % columns > 0 ? 1 : 0)
        return rows > 0 && length > 0 ? length / Double(rows) : nil
    }

    /// The first photo of the first row on screen.
    public var firstRow: Int? {
        guard let rowHeight else { return nil }
        let row = Int(exactly: (position / rowHeight).rounded()) ?? 0
        return min(max(0, min(row, shown.count) * columns), max(0, shown.count - 1))
    }

    /// Whether the first row of all is where it begins.
    public var isAtTop: Bool { position <= 0 && shown.lowerBound == 0 }

    /// Whether all of the list does not fit on the screen.
    public var isFull: Bool { length > page + 1 }

    /// The lowest position there is, in points.
    var end: Double { max(0, length - page) }

    /// The position at which an entry stands so; nil while the list has no row for it.
    func position(of spot: ListPlace.Spot) -> Double? {
        guard let rowHeight, let row = order.row(of: spot.entry), shown.contains(row) else { return nil }
        // Above the screen is no row that is kept on it: where rows were higher, more of it lay there.
        return Double((row - shown.lowerBound) / columns) * rowHeight + min(spot.offset, max(0, rowHeight - 1))
    }
}

/// Which way a list has moved last.
public struct Travel: Sendable, Equatable {
    /// The two ways of a list.
    public enum Direction: Sendable, Equatable { case up, down }

    /// Less than a point is no movement: GtkListView rounds a position that was set to whole points, which after half
    /// of all movements down is a tiny step up.
    private static let leastStep = 1.0

    private var position = 0.0
    /// The last movement's; nil before the first.
    public private(set) var direction: Direction?

    /// A list at its top that has not moved.
    public init() {}

    /// The list stands at `newPosition` now, in points from the top.
    public mutating func moved(to newPosition: Double) {
        guard abs(newPosition - position) >= Self.leastStep else { return }
        direction = newPosition > position ? .down : .up
        position = newPosition
    }

    /// Another list stands there, which has not moved.
    public mutating func forget() { direction = nil }
}
