import Foundation

/// A photo that was let go of while it moved: it goes on, and slows down. A pure function of time.
public struct KineticPan: Sendable, Equatable {
    /// A share of its speed that it loses in a second: as much as GTK's scrolled windows.
    static let friction = 4.0
    /// Slower than this, in points a second, nobody sees it move.
    static let leastSpeed = 20.0

    private let velocity: ViewOffset
    private let start: Double

    /// Begins at `now`, in milliseconds of any clock, with `velocity` in points a second; nil where that is none.
    public init?(velocity: ViewOffset, at now: Double) {
        guard velocity.length > Self.leastSpeed, velocity.length.isFinite else { return nil }
        self.velocity = velocity
        start = now
    }

    /// How far it has come at `now`, in points.
    public func offset(at now: Double) -> ViewOffset {
        let seconds = min(max(0, now - start) / 1000, duration)
        let way = (1 - exp(-Self.friction * seconds)) / Self.friction
        return ViewOffset(dx: velocity.dx * way, dy: velocity.dy * way)
    }

    /// Whether it has come to rest.
    public func isOver(at now: Double) -> Bool { (now - start) / 1000 >= duration }

    /// In seconds.
    private var duration: Double { log(velocity.length / Self.leastSpeed) / Self.friction }
}
