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
