import Foundation

/// How much one action zooms.
public enum ZoomSteps {
    /// One notch of a wheel: nine go from 100% to 1000%.
    public static let wheel = 1.3
    /// One press of a key or a button.
    static let button = 1.5
    /// One point of a touchpad's scroll: the width of a touchpad, 300 points, is a factor of 4.5.
    public static let touchpad = 1.005

    /// The scale after `notches` of the wheel (or points of a touchpad, with its `factor`) towards the person, from
    /// `scale`. Two small steps equal one large one.
    public static func scale(_ scale: Double, after notches: Double, factor: Double = wheel) -> Double {
        // A faulty device zooms no more than a person could in one turn.
        notches.isNaN ? scale : scale * pow(factor, -min(max(notches, -40), 40))
    }

    /// The scale one step further in or out. Never skips 100% and the fitting scale.
    public static func next(after scale: Double, zoomsIn: Bool, fitting: Double) -> Double {
        let target = zoomsIn ? scale * button : scale / button
        let stops = [1, fitting].sorted()
        let passed =
            zoomsIn
            ? stops.first { $0 > scale * 1.001 && $0 < target }
            : stops.last { $0 < scale / 1.001 && $0 > target }
        return passed ?? target
    }

    /// The target of a double click: 100% from a fitted photo, and back; 200% if it fits at 100%.
    public static func doubleClick(from viewport: PhotoViewport) -> Double {
        guard viewport.scale <= viewport.fittingScale * 1.001 else { return viewport.fittingScale }
        return viewport.fittingScale < 0.999 ? 1 : 2
    }
}

/// An animated zoom. A pure function of time.
public struct ZoomMotion: Sendable, Equatable {
    /// 200 ms: the duration of similar desktop animations.
    public static let milliseconds = 200.0

    /// The final scale.
    public let target: Double
    /// The fixed point of the view; nil for its middle.
    public let anchor: CGPoint?
    private let origin: Double
    private let start: Double

    /// From `scale` to `target`, starting at `now`, in milliseconds of any clock.
    public init(from scale: Double, to target: Double, about anchor: CGPoint?, at now: Double) {
        origin = scale
        self.target = target
        self.anchor = anchor
        start = now
    }

    /// The scale at `now`. It changes exponentially, and slows down at the end.
    public func scale(at now: Double) -> Double {
        let fraction = min(max((now - start) / Self.milliseconds, 0), 1)
        return fraction >= 1 ? target : origin * pow(target / origin, Self.eased(fraction))
    }

    /// Whether it is over.
    public func isOver(at now: Double) -> Bool { now - start >= Self.milliseconds }

    /// The eased progress, 0 to 1: starts fast and slows down.
    public static func eased(_ fraction: Double) -> Double { 1 - pow(1 - min(max(fraction, 0), 1), 3) }
}
