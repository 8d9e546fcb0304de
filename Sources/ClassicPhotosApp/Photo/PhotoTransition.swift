import Foundation
import GLibBridge
import GtkBridge
import PhotoCore

/// Has a photo grow from its row, or shrink into it, above everything else in the window.
@MainActor
final class PhotoTransition: CanvasDrawing {
    /// 0.25 s: long enough to be seen, too short to wait for.
    static let milliseconds = 250.0
    private static let frameMilliseconds = 1000.0 / 60

    /// What lies above everything; it lets pointer and fingers through.
    let widget = Canvas()
    private let photo: PhotoCanvas
    private var ticks: FrameTicks?
    private var state: State?

    private struct State {
        let row: Frame
        let grows: Bool
        let image: WidgetImage?
        /// Where the photo was, where it shrinks from there.
        let photoFrame: CGRect
        let ended: @MainActor () -> Void
        var start: Double?
        var frames = 0
        var fraction = 0.0
    }

    init(_ photo: PhotoCanvas) {
        self.photo = photo
        widget.setTouchable(false)
        widget.isVisible = false
        widget.drawing = self
        ticks = FrameTicks(of: widget) { [weak self] now in self?.tick(now) ?? false }
    }

    /// The photo grows from `row`, a place in this widget, while `image`, what was there, fades.
    func grow(from row: Frame, over image: WidgetImage?) {
        photo.isElsewhere = true
        begin(
            State(row: row, grows: true, image: image, photoFrame: .zero) { [weak photo] in
                photo?.isElsewhere = false
            })
    }

    /// The photo shrinks from `photoFrame` into `row`, both in points of this widget, while what was around it fades.
    func shrink(from photoFrame: CGRect, to row: Frame, ended: @escaping @MainActor () -> Void) {
        begin(State(row: row, grows: false, image: nil, photoFrame: photoFrame, ended: ended))
    }

    func stop() {
        guard let state else { return }
        self.state = nil
        ticks?.stop()
        widget.isVisible = false
        state.ended()
    }

    private func begin(_ state: State) {
        stop()
        self.state = state
        widget.isVisible = true
        widget.queueDraw()
        ticks?.start()
    }

    private func tick(_ now: Double) -> Bool {
        guard var state else { return false }
        // The first frame shows the beginning, however long it took to make: it is that in which all of a page is drawn
        // for the first time. The second is a frame further.
        let start = state.frames == 1 ? max(state.start ?? now, now - Self.frameMilliseconds) : state.start ?? now
        state.start = start
        state.frames += 1
        state.fraction = min(1, (now - start) / Self.milliseconds)
        self.state = state
        widget.queueDraw()
        if state.fraction >= 1 {
            stop()
            return false
        }
        return true
    }

    func resized(width: Double, height: Double) {}

    func draw(on snapshot: Snapshot) {
        guard let state else { return }
        let way = ZoomMotion.eased(state.fraction)
        // 0 is the row, 1 the page.
        let openness = state.grows ? way : 1 - way
        if let image = state.image {
            snapshot.withOpacity(1 - openness) { snapshot.append(image, x: 0, y: 0) }
        } else {
            let all = Frame(x: 0, y: 0, width: widget.width, height: widget.height)
            snapshot.withOpacity(openness) { snapshot.append(PhotoStyle.background, in: all) }
        }
        let open = state.grows ? openFrame : state.photoFrame
        let row = CGRect(x: state.row.x, y: state.row.y, width: state.row.width, height: state.row.height)
        let closed = Self.covering(row, open)
        let frame = Self.between(closed, open, openness)
        let visible = open.intersection(CGRect(x: 0, y: 0, width: widget.width, height: widget.height))
        let clip = Self.between(row, visible.isNull ? row : visible, openness)
        let size = CGSize(width: widget.width, height: widget.height)
        snapshot.clipped(
            to: Frame(x: clip.minX, y: clip.minY, width: clip.width, height: clip.height),
            radius: RowStyle.pictureRadius * (1 - openness)
        ) {
            photo.draw(on: snapshot, photoFrame: frame, view: size)
        }
    }

    /// Where the photo lies on its page, in points of this widget.
    var openFrame: CGRect {
        let density = photo.viewport.density
        let frame = photo.viewport.photoFrame()
        let canvas = photo.widget.frame(in: widget)
        return CGRect(
            x: frame.minX / density + (canvas?.x ?? 0), y: frame.minY / density + (canvas?.y ?? 0),
            width: frame.width / density, height: frame.height / density)
    }

    /// Where all of a photo of the shape of `frame` lies whose middle covers `row`.
    static func covering(_ row: CGRect, _ frame: CGRect) -> CGRect {
        let scale = max(row.width / max(1, frame.width), row.height / max(1, frame.height))
        let size = CGSize(width: frame.width * scale, height: frame.height * scale)
        return CGRect(
            x: row.midX - size.width / 2, y: row.midY - size.height / 2, width: size.width, height: size.height)
    }

    static func between(_ one: CGRect, _ other: CGRect, _ share: Double) -> CGRect {
        func mix(_ one: Double, _ other: Double) -> Double { one + (other - one) * share }
        return CGRect(
            x: mix(one.minX, other.minX), y: mix(one.minY, other.minY), width: mix(one.width, other.width),
            height: mix(one.height, other.height))
    }
}
