import Foundation

/// A photo that was released in motion: it continues, and slows down. A pure function of time.
public struct KineticPan: Sendable, Equatable {
    /// The share of its speed that it loses per second, as in GTK's scrolled windows.
    static let friction = 4.0
    /// Slower motion, in points per second, is invisible.
    static let leastSpeed = 20.0

    private let velocity: ViewOffset
    private let start: Double

    /// Starts at `now`, in milliseconds of any clock, with `velocity` in points per second; nil if too slow.
    public init?(velocity: ViewOffset, at now: Double) {
        guard velocity.length > Self.leastSpeed, velocity.length.isFinite else { return nil }
        self.velocity = velocity
        start = now
    }

    /// The distance covered at `now`, in points.
    public func offset(at now: Double) -> ViewOffset {
        let seconds = min(max(0, now - start) / 1000, duration)
        let way = (1 - exp(-Self.friction * seconds)) / Self.friction
        return ViewOffset(dx: velocity.dx * way, dy: velocity.dy * way)
    }

    /// Whether it rests.
    public func isOver(at now: Double) -> Bool { (now - start) / 1000 >= duration }

    /// In seconds.
    private var duration: Double { log(velocity.length / Self.leastSpeed) / Self.friction }
}

/// The velocity of a finger or a pointer, from its positions.
public struct DragVelocity: Sendable {
    /// Only the last 100 ms count: a hand that rests before it lets go throws nothing.
    static let window = 100.0

    private var seen: [(time: Double, offset: ViewOffset)] = []

    /// No positions.
    public init() {}

    /// A position at `now`, in milliseconds, as an offset from the start in points.
    public mutating func note(_ offset: ViewOffset, at now: Double) {
        seen.append((now, offset))
        seen.removeAll { now - $0.time > Self.window }
    }

    /// In points per second, when released at `now`.
    public func velocity(at now: Double) -> ViewOffset {
        let recent = seen.filter { now - $0.time <= Self.window }
        guard let first = recent.first, let last = recent.last, last.time - first.time >= 1 else { return .zero }
        let seconds = (last.time - first.time) / 1000
        return ViewOffset(
            dx: (last.offset.dx - first.offset.dx) / seconds, dy: (last.offset.dy - first.offset.dy) / seconds)
    }
}
