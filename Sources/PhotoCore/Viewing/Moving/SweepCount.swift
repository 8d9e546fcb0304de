/// Decides when horizontal scrolling on a touchpad means the next photo.
public struct SweepCount: Sendable, Equatable {
    /// A deliberate movement of two fingers, in points.
    static let threshold = 120.0
    /// Fingers that rest this long, in milliseconds, have ended their sweep.
    static let pause = 150.0

    private var sum = 0.0
    private var last = -Double.infinity
    private var isDone = false

    /// No movement.
    public init() {}

    /// Adds this many points to the right, at `now` in milliseconds; true for the photo at the right, false for the one
    /// at the left. One sweep is one photo, however long.
    public mutating func add(_ points: Double, at now: Double) -> Bool? {
        if now - last > Self.pause {
            sum = 0
            isDone = false
        }
        last = now
        guard points.isFinite else { return nil }
        sum += points
        guard !isDone, abs(sum) >= Self.threshold else { return nil }
        isDone = true
        return sum > 0
    }
}
