/// Tells from a touchpad's scrolling across when a person wants the next photo.
public struct SweepCount: Sendable, Equatable {
    /// As far as two fingers are moved on purpose, in points.
    static let threshold = 120.0
    /// Fingers that rest so long, in milliseconds, have ended their sweep.
    static let pause = 150.0

    private var sum = 0.0
    private var last = -Double.infinity
    private var isDone = false

    /// Nothing yet.
    public init() {}

    /// Takes in this many points to the right, at `now` in milliseconds; true for the photo at the right, false for the
    /// one at the left. One sweep is one photo, however far it goes.
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
