import Foundation
import GLibBridge
import GtkBridge
import PhotoCore

/// Shows one photo: from whatever there is of it, at the level of detail that the zoom needs, and only the part that is
/// visible.
@MainActor
final class PhotoCanvas: CanvasDrawing {
    /// Where the photo is shown.
    let widget = Canvas()
    let painter: PhotoPainter
    private(set) var motion = PhotoMotion(
        photo: CGSize(width: 1, height: 1), view: CGSize(width: 1, height: 1), density: 1)
    private(set) var content = PhotoContent()
    /// What is done to the photo for the eye.
    var look = CanvasAppearance() { didSet { widget.queueDraw() } }
    /// While it grows from its row or shrinks into it, it is drawn elsewhere.
    var isElsewhere = false { didSet { widget.queueDraw() } }
    /// What the canvas looked like before, and how opaque that still is.
    var before: (image: WidgetImage, opacity: Double)? { didSet { widget.queueDraw() } }
    private var ticks: FrameTicks?
    /// Called when another part of the photo is shown, or in another size.
    var onChange: (@MainActor () -> Void)?

    init() {
        painter = PhotoPainter(widget)
        widget.drawing = self
        widget.makeFocusable()
        widget.expand(horizontally: true, vertically: true)
        ticks = FrameTicks(of: widget) { [weak self] now in
            guard let self else { return false }
            motion.advance(to: now)
            changed()
            return motion.goesOn
        }
    }

    /// Which part of the photo is shown, and how large.
    var viewport: PhotoViewport { motion.viewport }
    /// What the person has turned it by.
    var turn: ExifOrientation { motion.turn }
    var image: WidgetImage? { WidgetImage(of: widget) }
    /// What is drawn now, without a filter.
    var shownLayers: [PhotoLayer] { content.layers(for: viewport.scale) }

    // MARK: - What is shown

    /// Shows another photo, as a whole.
    func show(_ content: PhotoContent) {
        painter.begin()
        self.content = content
        move { $0.begin(content.shownSize) }
    }

    /// There is more of the photo than before, or its next frame: what is shown stays where it is.
    func update(_ content: PhotoContent) {
        self.content = content
        move { $0.setPhoto($0.turn.swapsSides ? content.shownSize.swapped : content.shownSize) }
    }

    private func changed() {
        widget.queueDraw()
        onChange?()
    }

    // MARK: - Moving

    /// Has the photo moved by `body`, and go on by itself where that begins such a motion.
    func move(_ body: (inout PhotoMotion) -> Void) {
        body(&motion)
        if motion.goesOn { ticks?.start() } else { ticks?.stop() }
        changed()
    }

    /// Zooms to `scale` about a place of the view, or its middle; in a moment, if the desktop wants things to move.
    func zoom(to scale: Double, about place: CGPoint? = nil, animated: Bool = true) {
        guard !content.isEmpty else { return }
        let now = animated && Style.hasAnimations ? MonotonicClock.exactMilliseconds : nil
        move { $0.zoom(to: scale, about: place, at: now) }
    }

    /// Zooms one press further in or out.
    func zoomStep(isIn: Bool) {
        zoom(to: ZoomSteps.next(after: motion.targetScale, zoomsIn: isIn, fitting: viewport.fittingScale))
    }

    func resized(width: Double, height: Double) {
        let size = CGSize(width: width, height: height)
        let density = Double(widget.scaleFactor)
        guard size != viewport.view || density != viewport.density else { return }
        move { $0.resize(to: size, density: density) }
    }

    // MARK: - Drawing

    private var scene: PhotoPainter.Scene { PhotoPainter.Scene(motion: motion, content: content, look: look) }

    func draw(on snapshot: Snapshot) {
        guard !isElsewhere else { return }
        painter.paint(scene, on: snapshot)
        if let before { snapshot.withOpacity(before.opacity) { snapshot.append(before.image, x: 0, y: 0) } }
    }

    /// Draws the photo as if all of it took `photoFrame`, in points of a view of the same density.
    func draw(on snapshot: Snapshot, photoFrame: CGRect, view: CGSize) {
        painter.paint(scene, on: snapshot, photoFrame: photoFrame, view: view)
    }
}
