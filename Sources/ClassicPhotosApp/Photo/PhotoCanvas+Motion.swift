import Foundation
import GLibBridge
import GtkBridge
import PhotoCore

/// What goes on by itself: zooms that take a moment, and photos that were let go of while they moved.
extension PhotoCanvas {
    private var now: Double { Double(MonotonicClock.microseconds) / 1000 }

    /// Where a zoom under way leads to, or the scale there is.
    var targetScale: Double { zoomMotion?.target ?? viewport.scale }

    /// Where the photo will lie when a zoom under way is over.
    var settledViewport: PhotoViewport {
        var settled = viewport
        if let zoomMotion { settled.zoom(to: zoomMotion.target, about: zoomMotion.anchor) }
        return settled
    }

    /// A zoom under way is over at once: what is about to be done begins where it leads.
    func finishZoom() {
        viewport = settledViewport
        zoomMotion = nil
    }

    /// Zooms to `scale` about a place of the view, or its middle; in a moment, if the desktop wants things to move.
    func zoom(to scale: Double, about place: CGPoint?, animated: Bool = true) {
        guard !content.isEmpty else { return }
        kinetics = nil
        let target = min(max(scale, viewport.scales.lowerBound), viewport.scales.upperBound)
        guard animated, Style.hasAnimations else {
            zoomMotion = nil
            viewport.zoom(to: target, about: place)
            return changed()
        }
        guard abs(target / targetScale - 1) > 0.0001 else { return }
        // A second notch goes on about the place that the first was about, while that still is where the pointer is.
        zoomMotion = ZoomMotion(from: viewport.scale, to: target, about: place, at: now)
        ticks?.start()
    }

    /// Has the photo cover the view.
    func fill() {
        guard !content.isEmpty else { return }
        stopMoving()
        viewport.set(.fill)
        changed()
    }

    /// Moves the photo by so many points, at once.
    func pan(by offset: ViewOffset) {
        viewport.pan(by: offset)
        changed()
    }

    func throwOn(_ velocity: ViewOffset) {
        guard viewport.canPan, Style.hasAnimations, let pan = KineticPan(velocity: velocity, at: now) else { return }
        kinetics = (pan, .zero)
        ticks?.start()
    }

    /// Everything stays where it is.
    func stopMoving() {
        zoomMotion = nil
        kinetics = nil
        ticks?.stop()
    }

    /// Moves all that moves on to where it is at `now`; false when nothing does.
    func move(to now: Double) -> Bool {
        if let motion = zoomMotion {
            viewport.zoom(to: motion.scale(at: now), about: motion.anchor)
            if motion.isOver(at: now) { zoomMotion = nil }
        }
        if let (pan, done) = kinetics {
            let offset = pan.offset(at: now)
            viewport.pan(by: ViewOffset(dx: offset.dx - done.dx, dy: offset.dy - done.dy))
            kinetics = pan.isOver(at: now) ? nil : (pan, offset)
        }
        changed()
        return zoomMotion != nil || kinetics != nil
    }
}
