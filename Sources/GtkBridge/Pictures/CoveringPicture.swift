import CGtk

/// A picture that fills the room it has; what is beyond its shape is cut off by what it lies in.
///
/// Unlike a GtkPicture it asks for no room, so that another picture moves nothing: cells of a grid get others in each
/// frame while that moves.
@MainActor
public final class CoveringPicture: CanvasDrawing {
    /// What is shown where.
    public let widget = Canvas()

    /// What is shown.
    public var texture: Texture? {
        didSet { if texture !== oldValue { widget.queueDraw() } }
    }

    /// An empty picture.
    public init() {
        widget.drawing = self
        widget.setTouchable(false)
    }

    /// Covers the canvas with the picture: what is too long on one side is cut off.
    public func draw(on snapshot: Snapshot) {
        guard let texture else { return }
        let size = (width: Double(texture.width), height: Double(texture.height))
        let scale = max(widget.width / size.width, widget.height / size.height)
        let (width, height) = (size.width * scale, size.height * scale)
        snapshot.append(
            texture,
            in: Frame(
                x: (widget.width - width) / 2, y: (widget.height - height) / 2, width: width, height: height))
    }

    /// Nothing goes by its size before it is drawn.
    public func resized(width: Double, height: Double) {}
}
