import CGtk
import GLibBridge

/// A rectangle in points, or in the snapshot's current units.
public struct Frame: Sendable, Equatable {
    /// The left edge.
    public var x: Double
    /// The top edge.
    public var y: Double
    /// The width.
    public var width: Double
    /// The height.
    public var height: Double

    /// A rectangle.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    var rectangle: graphene_rect_t {
        graphene_rect_t(
            origin: graphene_point_t(x: Float(x), y: Float(y)),
            size: graphene_size_t(width: Float(width), height: Float(height)))
    }
}

/// A colour; each part is 0 to 1, not premultiplied.
public struct Color: Sendable, Equatable {
    var rgba: GdkRGBA

    /// An sRGB colour.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        rgba = GdkRGBA(red: Float(red), green: Float(green), blue: Float(blue), alpha: Float(alpha))
    }

    /// Whether they are the same.
    public static func == (one: Color, other: Color) -> Bool {
        one.rgba.red == other.rgba.red && one.rgba.green == other.rgba.green && one.rgba.blue == other.rgba.blue
            && one.rgba.alpha == other.rgba.alpha
    }
}

/// A widget's drawing in one frame. Valid only within the call.
@MainActor
public struct Snapshot {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    func append(_ texture: Texture, in frame: Frame) {
        var rectangle = frame.rectangle
        gtk_snapshot_append_texture(pointer, texture.object.opaque, &rectangle)
    }

    /// Fills `frame`.
    public func append(_ color: Color, in frame: Frame) {
        var rectangle = frame.rectangle
        var rgba = color.rgba
        gtk_snapshot_append_color(pointer, &rgba, &rectangle)
    }

    /// Draws a widget's image at `x`, `y`.
    public func append(_ image: WidgetImage, x: Double, y: Double) {
        gtk_snapshot_save(pointer)
        var point = graphene_point_t(x: Float(x), y: Float(y))
        gtk_snapshot_translate(pointer, &point)
        gdk_paintable_snapshot(image.object.opaque, pointer, image.width, image.height)
        gtk_snapshot_restore(pointer)
    }

    /// Draws `body` with this opacity: 1 is solid.
    public func withOpacity(_ opacity: Double, _ body: () -> Void) {
        gtk_snapshot_push_opacity(pointer, opacity)
        body()
        gtk_snapshot_pop(pointer)
    }

    /// Clips what `body` draws to `frame`, with corners rounded by `radius`.
    public func clipped(to frame: Frame, radius: Double = 0, _ body: () -> Void) {
        var rectangle = frame.rectangle
        if radius > 0 {
            var rounded = GskRoundedRect()
            gsk_rounded_rect_init_from_rect(&rounded, &rectangle, Float(radius))
            gtk_snapshot_push_rounded_clip(pointer, &rounded)
        } else {
            gtk_snapshot_push_clip(pointer, &rectangle)
        }
        body()
        gtk_snapshot_pop(pointer)
    }
}

/// A widget's appearance at some moment.
@MainActor
public final class WidgetImage {
    let object: ObjectReference
    /// In points.
    let width: Double
    /// In points.
    let height: Double

    /// The current appearance of `widget`; nil if it was not drawn yet.
    public init?(of widget: Widget) {
        guard widget.isMapped, widget.width > 0, widget.height > 0 else { return nil }
        let paintable = gtk_widget_paintable_new(widget.widget)
        defer { g_object_unref(UnsafeMutableRawPointer(paintable)) }
        guard let image = gdk_paintable_get_current_image(paintable) else { return nil }
        object = ObjectReference(taking: UnsafeMutableRawPointer(image))
        width = widget.width
        height = widget.height
    }
}
