import Foundation

/// What a turn of a wheel, or two fingers on a touchpad, do to a photo: as the desktop's own viewer has it.
package enum ScrollMeaning: Sendable, Equatable {
    /// A wheel zooms, and a touchpad with control.
    case zoom
    /// A wheel moves the photo with control (up and down) or shift (across), a tenth of the view for each notch.
    case pan(ViewOffset)
    /// A touchpad moves the photo, or leads to the next where all of it is shown.
    case sweep(ViewOffset)

    /// The meaning of a scroll to the right and down, in notches or a touchpad's points, over a view of `size`.
    package init(
        dx: Double, dy: Double, isSmooth: Bool, isControlHeld: Bool, isShiftHeld: Bool, in size: CGSize
    ) {
        if isSmooth {
            self = isControlHeld ? .zoom : .sweep(ViewOffset(dx: -dx, dy: -dy))
        } else if isControlHeld || isShiftHeld {
            let isAcross = isShiftHeld && dx == 0
            let (width, height) = (Double(size.width), Double(size.height))
            self = .pan(ViewOffset(dx: -(isAcross ? dy : dx) * width / 10, dy: isAcross ? 0 : -dy * height / 10))
        } else {
            self = .zoom
        }
    }
}

/// Decides when horizontal scrolling on a touchpad means the next photo.
package struct SweepCount: Sendable, Equatable {
    /// A deliberate movement of two fingers, in points.
    static let threshold = 120.0
    /// Fingers that rest this long, in milliseconds, have ended their sweep.
    static let pause = 150.0

    private var sum = 0.0
    private var last = -Double.infinity
    private var isDone = false

    package init() {}

    /// Adds this many points to the right, at `now` in milliseconds; true for the photo at the right, false for the one
    /// at the left. One sweep is one photo, however long.
    package mutating func add(_ points: Double, at now: Double) -> Bool? {
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
