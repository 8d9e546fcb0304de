import CGtk
import GLibBridge

/// Shows the first child that fits, otherwise the last one.
///
/// libadwaita deprecates AdwSqueezer in favour of breakpoints, which compare widths that are known beforehand. The
/// width of a text in the reader's language is not known.
package final class Squeezer: Widget {
    /// These children, the widest first.
    package init(_ children: [Widget]) {
        // A box without a box's layout: the layout is all that a container needs.
        super.init(made: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        for child in children { gtk_box_append(object.typed(), child.widget) }
        gtk_widget_set_layout_manager(widget, gtk_custom_layout_new(nil, Self.measure, Self.allocate))
    }

    private nonisolated static func children(
        of widget: UnsafeMutablePointer<GtkWidget>?
    ) -> some Sequence<UnsafeMutablePointer<GtkWidget>> {
        sequence(first: widget.flatMap { gtk_widget_get_first_child($0) }) {
            $0.flatMap { gtk_widget_get_next_sibling($0) }
        }
        .lazy.prefix { $0 != nil }.compactMap(\.self)
    }

    /// As narrow as the narrowest child, as wide as the widest, as high as the highest.
    private static let measure: GtkCustomMeasureFunc = { widget, orientation, _, minimum, natural, _, _ in
        let isWidth = orientation == GTK_ORIENTATION_HORIZONTAL
        var least: CInt?
        var most: CInt = 0
        for child in Squeezer.children(of: widget) where gtk_widget_should_layout(child) != 0 {
            var (low, high): (CInt, CInt) = (0, 0)
            gtk_widget_measure(child, orientation, -1, &low, &high, nil, nil)
            least = least.map { isWidth ? min($0, low) : max($0, low) } ?? low
            most = max(most, high)
        }
        minimum?.pointee = least ?? 0
        natural?.pointee = most
    }

    private static let allocate: GtkCustomAllocateFunc = { widget, width, height, _ in
        let children = Array(Squeezer.children(of: widget))
        let shown =
            children.first { child in
                var natural: CInt = 0
                gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, nil, &natural, nil, nil)
                return natural <= width
            } ?? children.last
        for child in children {
            gtk_widget_set_child_visible(child, child == shown ? 1 : 0)
            if child == shown { gtk_widget_allocate(child, width, height, -1, nil) }
        }
    }
}
