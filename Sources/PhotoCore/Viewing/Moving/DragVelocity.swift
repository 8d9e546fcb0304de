import Foundation

/// How fast a finger or a pointer moves, from where it was seen.
public struct DragVelocity: Sendable, Equatable {
    /// Only the last 100 ms count: a hand that rested before it let go throws nothing.
    static let window = 100.0

    private var seen: [(time: Double, offset: ViewOffset)] = []

    /// Not seen yet.
    public init() {}

    /// Seen at `now`, in milliseconds, so far from where it began, in points.
    public mutating func note(_ offset: ViewOffset, at now: Double) {
        seen.append((now, offset))
        seen.removeAll { now - $0.time > Self.window }
    }

    /// In points a second, when it is let go at `now`.
    public func velocity(at now: Double) -> ViewOffset {
        let recent = seen.filter { now - $0.time <= Self.window }
        guard let first = recent.first, let last = recent.last, last.time - first.time >= 1 else { return .zero }
        let seconds = (last.time - first.time) / 1000
        return ViewOffset(
            dx: (last.offset.dx - first.offset.dx) / seconds, dy: (last.offset.dy - first.offset.dy) / seconds)
    }

    /// Whether the same has been seen of both.
    public static func == (one: DragVelocity, other: DragVelocity) -> Bool {
        one.seen.elementsEqual(other.seen) { $0.time == $1.time && $0.offset == $1.offset }
    }
}
