import CGtk
import GLibBridge

/// Stacked children in a square. Their sizes do not matter: a new child or a new content moves nothing.
package final class SquareBox: Widget {
    /// How it takes its space.
    package enum Shape {
        /// A square of its side, whatever its space.
        case fixed
        /// A square as wide as its space; its side is the natural width.
        case square
        /// As wide and as high as its space.
        case free
    }

    /// The natural side, in points.
    private let natural: Boxed<CInt>
    /// The minimum: an icon fits.
    nonisolated private static let least: CInt = 48
    private static let held = g_quark_from_string("classic-photos-square")

    /// An empty box with a side of `side` points.
    package init(side: Int, _ shape: Shape = .square) {
        natural = Boxed(CInt(side))
        // A box without a box's layout: the layout is all that a container needs.
        super.init(made: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        g_object_set_qdata_full(object.typed(), Self.held, natural.data, releaseObject)
        let layout =
            switch shape {
            case .fixed: gtk_custom_layout_new(nil, Self.measureFixed, Self.allocate)
            case .square: gtk_custom_layout_new(Self.mode, Self.measure, Self.allocate)
            case .free: gtk_custom_layout_new(nil, Self.measureAny, Self.allocate)
            }
        gtk_widget_set_layout_manager(widget, layout)
    }

    private static let measureFixed: GtkCustomMeasureFunc = { widget, _, _, minimum, natural, _, _ in
        let side = side(of: widget)
        minimum?.pointee = side
        natural?.pointee = side
    }

    private static let measureAny: GtkCustomMeasureFunc = { _, _, _, minimum, natural, _, _ in
        minimum?.pointee = 1
        natural?.pointee = least
    }

    /// Adds a child on top; it fills the square, or follows its alignment.
    package func add(_ child: Widget) { gtk_box_append(object.typed(), child.widget) }

    package func insert(_ child: Widget, above sibling: Widget) {
        gtk_box_insert_child_after(object.typed(), child.widget, sibling.widget)
    }

    /// Its side or natural width, in points.
    package var side: Int {
        get { Int(natural.value) }
        set {
            guard newValue != side else { return }
            natural.value = CInt(newValue)
            gtk_widget_queue_resize(widget)
        }
    }

    private static let mode: GtkCustomRequestModeFunc = { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }

    private static let measure: GtkCustomMeasureFunc = { widget, orientation, size, minimum, natural, _, _ in
        let side = side(of: widget)
        if orientation == GTK_ORIENTATION_VERTICAL, size >= 0 {
            minimum?.pointee = size
            natural?.pointee = size
        } else {
            minimum?.pointee = min(least, side)
            natural?.pointee = side
        }
    }

    nonisolated private static func side(of widget: UnsafeMutablePointer<GtkWidget>?) -> CInt {
        guard let widget else { return least }
        return MainActor.assumeIsolated(with: widget) {
            g_object_get_qdata(UnsafeMutableRawPointer($0).assumingMemoryBound(to: GObject.self), held)
                .map { Boxed<CInt>.value(in: $0) } ?? least
        }
    }

    /// A free one may get less space than the margins of a child, which GTK would subtract.
    private static let leastAllocated: CInt = 24

    private static let allocate: GtkCustomAllocateFunc = { widget, width, height, _ in
        let (width, height) = (max(width, leastAllocated), max(height, leastAllocated))
        var child = widget.flatMap { gtk_widget_get_first_child($0) }
        while let each = child {
            if gtk_widget_should_layout(each) != 0 { gtk_widget_allocate(each, width, height, -1, nil) }
            child = gtk_widget_get_next_sibling(each)
        }
    }
}
