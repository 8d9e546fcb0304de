import Foundation

/// What a turn of a wheel, or two fingers on a touchpad, do to a photo: as the desktop's own viewer has it.
public enum ScrollMeaning: Sendable, Equatable {
    /// A wheel zooms, and a touchpad with control.
    case zoom
    /// A wheel moves the photo with control (up and down) or shift (across), a tenth of the view for each notch.
    case pan(ViewOffset)
    /// A touchpad moves the photo, or leads to the next where all of it is shown.
    case sweep(ViewOffset)

    /// The meaning of a scroll to the right and down, in notches or a touchpad's points, over a view of `size`.
    public init(
        dx: Double, dy: Double, isSmooth: Bool, isControlHeld: Bool, isShiftHeld: Bool, in size: CGSize
    ) {
        if isSmooth {
            self = isControlHeld ? .zoom : .sweep(ViewOffset(dx: -dx, dy: -dy))
        } else if isControlHeld || isShiftHeld {
            let isAcross = isShiftHeld && dx == 0
            self = .pan(
                ViewOffset(dx: -(isAcross ? dy : dx) * size.width / 10, dy: isAcross ? 0 : -dy * size.height / 10))
        } else {
            self = .zoom
        }
    }
}
