import Foundation

/// Which part of a photo a view shows while the photo is zoomed, dragged, pinched and released.
///
/// A pure state machine: what a person does goes in with its time, and the viewport follows. Times are milliseconds of
/// any clock that never goes back.
public struct PhotoMotion: Sendable {
    /// The part that is shown now.
    public private(set) var viewport: PhotoViewport
    /// What the person has turned the photo by.
    public private(set) var turn = ExifOrientation.topLeft
    private var zoom: ZoomMotion?
    private var thrown: (pan: KineticPan, done: ViewOffset)?
    private var drag: (velocity: DragVelocity, done: ViewOffset)?
    private var pinchScale = 1.0

    /// A photo of this size, as a whole, in a view of this size in points.
    public init(photo: CGSize, view: CGSize, density: Double) {
        viewport = PhotoViewport(photo: photo, view: view, density: density)
    }

    /// The scale at which a running zoom ends; without one, the current scale.
    public var targetScale: Double { zoom?.target ?? viewport.scale }

    /// The part that is shown once a running zoom has ended.
    public var settled: PhotoViewport {
        var settled = viewport
        if let zoom { settled.zoom(to: zoom.target, about: zoom.anchor) }
        return settled
    }

    /// Whether a zoom is running.
    public var isZooming: Bool { zoom != nil }
    /// Whether the photo is dragged.
    public var isDragged: Bool { drag != nil }
    /// Whether the photo goes on by itself: `advance` is to be called in each frame.
    public var goesOn: Bool { zoom != nil || thrown != nil }
    /// Whether the photo moves, by itself or with a pointer or a finger.
    public var isMoving: Bool { goesOn || isDragged }

    // MARK: - The photo and the view

    /// Shows another photo of this size, as a whole.
    public mutating func begin(_ photo: CGSize) {
        stop()
        turn = .topLeft
        viewport = PhotoViewport(photo: photo, view: viewport.view, density: viewport.density)
    }

    /// The photo's true size is known now; what is shown stays where it is.
    public mutating func setPhoto(_ size: CGSize) {
        // A zoom's target counts in pixels of the size that was known.
        if size != viewport.photo { finishZoom() }
        viewport.setPhoto(size)
    }

    /// The view has another size in points, or another density.
    public mutating func resize(to view: CGSize, density: Double) {
        finishZoom()
        viewport.resize(to: view, density: density)
    }

    /// Turns the photo further.
    public mutating func turn(by turn: ExifOrientation) {
        finishZoom()
        stop()
        self.turn = self.turn.followed(by: turn)
        viewport.turn(by: turn)
    }

    private mutating func finishZoom() {
        viewport = settled
        zoom = nil
    }

    // MARK: - Zooming

    /// Zooms to `scale` about a place of the view, or its middle: in a moment from `now` on, or at once if that is nil.
    public mutating func zoom(to scale: Double, about place: CGPoint?, at now: Double?) {
        thrown = nil
        let target = min(max(scale, viewport.scales.lowerBound), viewport.scales.upperBound)
        guard let now else {
            zoom = nil
            return viewport.zoom(to: target, about: place)
        }
        // A second notch of a wheel continues from the current scale.
        guard abs(target / targetScale - 1) > 0.0001 else { return }
        zoom = ZoomMotion(from: viewport.scale, to: target, about: place, at: now)
    }

    /// Has the photo cover the view.
    public mutating func fill() {
        stop()
        viewport.set(.fill)
    }

    /// Two fingers are put down.
    public mutating func beginPinch() {
        stop()
        drag = nil
        pinchScale = viewport.scale
    }

    /// The fingers are `factor` times as far apart as at the beginning; their middle is at `place`.
    public mutating func pinch(by factor: Double, about place: CGPoint) {
        zoom(to: pinchScale * factor, about: place, at: nil)
    }

    // MARK: - Moving

    /// Moves the photo at once.
    public mutating func pan(by offset: ViewOffset) { viewport.pan(by: offset) }

    /// Holds a photo that was thrown.
    public mutating func hold() { thrown = nil }

    /// Holds all that moves.
    public mutating func stop() {
        zoom = nil
        thrown = nil
    }

    /// Begins a drag, unless all of the photo is shown. A running zoom continues: the press may be the second of the
    /// two that began it.
    public mutating func beginDrag() {
        if viewport.canPan { drag = (DragVelocity(), .zero) }
    }

    /// The drag is at this distance from where it began.
    public mutating func drag(to offset: ViewOffset, at now: Double) {
        guard let done = drag?.done else { return }
        drag?.velocity.note(offset, at: now)
        drag?.done = offset
        // The place that a zoom is about stays under the pointer until the zoom is over.
        if zoom == nil { pan(by: offset - done) }
    }

    /// Ends the drag, if there is one; the photo goes on if it is `thrown`.
    public mutating func endDrag(at now: Double, throws isThrown: Bool) {
        guard let velocity = drag?.velocity.velocity(at: now) else { return }
        drag = nil
        if isThrown, viewport.canPan { thrown = KineticPan(velocity: velocity, at: now).map { ($0, .zero) } }
    }

    /// Moves all that goes on by itself to where it is at `now`.
    public mutating func advance(to now: Double) {
        if let motion = zoom {
            viewport.zoom(to: motion.scale(at: now), about: motion.anchor)
            if motion.isOver(at: now) { zoom = nil }
        }
        if let (pan, done) = thrown {
            let offset = pan.offset(at: now)
            viewport.pan(by: offset - done)
            thrown = pan.isOver(at: now) ? nil : (pan, offset)
        }
    }
}
