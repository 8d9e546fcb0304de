import CGtk

/// A picture that fills its space; its container clips the excess.
///
/// Unlike GtkPicture it requests no space, so a new picture moves nothing: a scrolling grid's cells get new ones in
/// each frame.
@MainActor
package final class CoveringPicture: CanvasDrawing {
    package let widget = Canvas()

    package var texture: Texture? {
        didSet { if texture !== oldValue { widget.queueDraw() } }
    }

    package init() {
        widget.drawing = self
        widget.setTouchable(false)
        // Its cell says what it shows.
        widget.setAccessibleHidden(true)
    }

    package func draw(on snapshot: Snapshot) {
        guard let texture else { return }
        let size = (width: Double(texture.width), height: Double(texture.height))
        let scale = max(widget.width / size.width, widget.height / size.height)
        let (width, height) = (size.width * scale, size.height * scale)
        snapshot.append(
            texture,
            in: Frame(
                x: (widget.width - width) / 2, y: (widget.height - height) / 2, width: width, height: height))
    }

    /// Nothing depends on its size before drawing.
    package func resized(width: Double, height: Double) {}
}
