import Foundation

/// A zoom that takes a moment. A pure function of time.
public struct ZoomMotion: Sendable, Equatable {
    /// 200 ms: as long as the desktop's own animations of this kind.
    public static let milliseconds = 200.0

    /// Where it leads.
    public let target: Double
    /// The place of the view, in points, that stays; nil for its middle.
    public let anchor: CGPoint?
    private let origin: Double
    private let start: Double

    /// From `scale` to `target`, beginning at `now`, in milliseconds of any clock.
    public init(from scale: Double, to target: Double, about anchor: CGPoint?, at now: Double) {
        origin = scale
        self.target = target
        self.anchor = anchor
        start = now
    }

    /// The scale at `now`. Equal times multiply it by equal factors, but for its slowing down towards the end.
    public func scale(at now: Double) -> Double {
        let fraction = min(max((now - start) / Self.milliseconds, 0), 1)
        return fraction >= 1 ? target : origin * pow(target / origin, Self.eased(fraction))
    }

    /// Whether it is over.
    public func isOver(at now: Double) -> Bool { now - start >= Self.milliseconds }

    /// How far something is on its way, 0 to 1, that starts fast and slows down.
    public static func eased(_ fraction: Double) -> Double { 1 - pow(1 - min(max(fraction, 0), 1), 3) }
}
