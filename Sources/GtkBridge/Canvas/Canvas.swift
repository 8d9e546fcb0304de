import CGtk
import GLibBridge

/// A canvas's content, which also receives its size.
@MainActor
package protocol CanvasDrawing: AnyObject {
    /// Draws; called in each frame after `queueDraw`, or if GTK needs it.
    func draw(on snapshot: Snapshot)
    /// The canvas has another size in points, or its display another density.
    func resized(width: Double, height: Double)
}

/// A widget drawn in Swift: a GtkWidget of its own type, with `drawing`'s snapshot and size.
///
/// A GtkDrawingArea would be painted by cairo into its own surface, which GTK then copies.
package final class Canvas: Widget {
    private final class Link {
        weak var drawing: (any CanvasDrawing)?
    }
    private let link = Link()

    /// An empty canvas, a picture for screen readers.
    package init() {
        super.init(made: Self.make(Self.type))
        g_object_set_qdata_full(object.typed(), Self.held, Unmanaged.passRetained(link).toOpaque(), releaseObject)
        onNotify("scale-factor") { [weak self] in
            guard let self else { return }
            link.drawing?.resized(width: width, height: height)
        }
    }

    /// Its content; not retained.
    package var drawing: (any CanvasDrawing)? {
        get { link.drawing }
        set { link.drawing = newValue }
    }

    package func makeFocusable() { gtk_widget_set_focusable(widget, 1) }

    /// The pointer's shape over it, by CSS name; nil for the default.
    package func setCursor(_ name: String?) { gtk_widget_set_cursor_from_name(widget, name) }

    fileprivate static func drawing(of widget: UnsafeMutablePointer<GtkWidget>) -> (any CanvasDrawing)? {
        let object = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self)
        return g_object_get_qdata(object, held).map { Unmanaged<Link>.fromOpaque($0).takeUnretainedValue() }?.drawing
    }

    private static let held = g_quark_from_string("classic-photos-canvas")

    /// Registered once, at the first canvas: type names are global to the process.
    private static let type: GType = {
        g_type_register_static_simple(
            gtk_widget_get_type(), "ClassicPhotosCanvas", guint(MemoryLayout<GtkWidgetClass>.size),
            { widgetClass, _ in
                guard let widgetClass = widgetClass?.assumingMemoryBound(to: GtkWidgetClass.self) else { return }
                widgetClass.pointee.snapshot = { widget, snapshot in
                    guard let widget, let snapshot else { return }
                    MainActor.assumeIsolated(with: (widget, snapshot)) { widget, snapshot in
                        Canvas.drawing(of: widget)?.draw(on: Snapshot(snapshot))
                    }
                }
                widgetClass.pointee.size_allocate = { widget, width, height, _ in
                    guard let widget else { return }
                    MainActor.assumeIsolated(with: widget) {
                        Canvas.drawing(of: $0)?.resized(width: Double(width), height: Double(height))
                    }
                }
                widgetClass.pointee.measure = { _, _, _, minimum, natural, _, _ in
                    minimum?.pointee = 1
                    natural?.pointee = 1
                }
                gtk_widget_class_set_css_name(widgetClass, "photo")
                gtk_widget_class_set_accessible_role(widgetClass, GTK_ACCESSIBLE_ROLE_IMG)
            }, guint(MemoryLayout<GtkWidget>.size), nil, GTypeFlags(rawValue: 0))
    }()
}
