import Foundation

/// By how much one act of a person zooms.
public enum ZoomSteps {
    /// One notch of a wheel: nine of them from 100% to 1000%.
    public static let wheel = 1.3
    /// One press of a key or a button.
    static let button = 1.5
    /// A point's worth of a touchpad's scroll: a finger's way across it, 300 points, is a factor of 4.5.
    public static let touchpad = 1.005

    /// The scale after `notches` of the wheel (or points of a touchpad, with its `factor`) towards the person, from
    /// `scale`. Two small steps are as much as one large one.
    public static func scale(_ scale: Double, after notches: Double, factor: Double = wheel) -> Double {
        // A device that reports nonsense zooms by no more than a person could in one turn.
        notches.isNaN ? scale : scale * pow(factor, -min(max(notches, -40), 40))
    }

    /// The scale one press further in or out. 100% and the fitting scale are never stepped over.
    public static func next(after scale: Double, zoomsIn: Bool, fitting: Double) -> Double {
        let target = zoomsIn ? scale * button : scale / button
        let stops = [1, fitting].sorted()
        let passed =
            zoomsIn
            ? stops.first { $0 > scale * 1.001 && $0 < target }
            : stops.last { $0 < scale / 1.001 && $0 > target }
        return passed ?? target
    }

    /// What a double click leads to: to 100% if all of the photo is shown, and back; to 200% where all of it is shown
    /// at 100% anyway.
    public static func doubleClick(from viewport: PhotoViewport) -> Double {
        guard viewport.scale <= viewport.fittingScale * 1.001 else { return viewport.fittingScale }
        return viewport.fittingScale < 0.999 ? 1 : 2
    }
}

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
