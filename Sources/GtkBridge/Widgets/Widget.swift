import CGtk
import GLibBridge

/// A GtkWidget; owns one reference to it. Layout is in points (GTK's application pixels).
///
/// C functions take `widget` (or `opaque`, for types with a hidden struct): the casts are here.
@MainActor
package class Widget {
    let object: ObjectReference

    /// The pointer for GtkWidget's functions.
    var widget: UnsafeMutablePointer<GtkWidget> { object.typed() }
    /// The pointer for types without a public struct.
    var opaque: OpaquePointer { object.opaque }

    /// Wraps a new, floating widget, or retains an existing one.
    init(made widget: UnsafeMutablePointer<GtkWidget>?) {
        guard let widget else { preconditionFailure("GTK's constructors abort rather than return NULL") }
        object = ObjectReference(borrowing: UnsafeMutableRawPointer(widget))
    }

    /// A new widget of this type; floating.
    static func make(_ type: GType) -> UnsafeMutablePointer<GtkWidget>? {
        g_object_new_with_properties(type, 0, nil, nil)
            .map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWidget.self) }
    }

    package var isVisible: Bool {
        get { gtk_widget_get_visible(widget) != 0 }
        set { gtk_widget_set_visible(widget, newValue ? 1 : 0) }
    }

    /// From 0, invisible, to 1. Unlike a hidden widget, an invisible one keeps its space.
    package var opacity: Double {
        get { gtk_widget_get_opacity(widget) }
        set { gtk_widget_set_opacity(widget, newValue) }
    }

    /// Whether Tab and the pointer can focus it.
    package func setFocusable(_ isFocusable: Bool) { gtk_widget_set_focusable(widget, isFocusable ? 1 : 0) }

    /// Whether it is usable; greyed out otherwise.
    package func setUsable(_ isUsable: Bool) { gtk_widget_set_sensitive(widget, isUsable ? 1 : 0) }

    package var isRightToLeft: Bool { gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL }

    /// Keeps its layout left to right in every language.
    package func keepLeftToRight() { gtk_widget_set_direction(widget, GTK_TEXT_DIR_LTR) }

    /// Whether it and all of its parents are on screen now.
    package var isMapped: Bool { gtk_widget_get_mapped(widget) != 0 }

    /// Device pixels per point.
    package var scaleFactor: Int { Int(gtk_widget_get_scale_factor(widget)) }

    /// Height in points, as last allocated.
    package var height: Double { Double(gtk_widget_get_height(widget)) }

    package func addClass(_ names: String...) { for name in names { gtk_widget_add_css_class(widget, name) } }
    package func hasClass(_ name: String) -> Bool { gtk_widget_has_css_class(widget, name) != 0 }
    package func removeClass(_ name: String) { gtk_widget_remove_css_class(widget, name) }
    package func setClass(_ name: String, _ isSet: Bool) { if isSet { addClass(name) } else { removeClass(name) } }

    /// Sets its minimum size; -1 leaves a direction open.
    package func setSizeRequest(width: Int, height: Int) {
        gtk_widget_set_size_request(widget, CInt(width), CInt(height))
    }

    /// Sets its margins above and below, and at both sides.
    package func setMargins(vertical: Int, horizontal: Int) {
        gtk_widget_set_margin_top(widget, CInt(vertical))
        gtk_widget_set_margin_bottom(widget, CInt(vertical))
        gtk_widget_set_margin_start(widget, CInt(horizontal))
        gtk_widget_set_margin_end(widget, CInt(horizontal))
    }

    /// Sets its place in excess space.
    package func align(horizontally: Alignment? = nil, vertically: Alignment? = nil) {
        if let horizontally { gtk_widget_set_halign(widget, horizontally.gtk) }
        if let vertically { gtk_widget_set_valign(widget, vertically.gtk) }
    }

    /// Sets whether it takes excess space.
    package func expand(horizontally: Bool? = nil, vertically: Bool? = nil) {
        if let horizontally { gtk_widget_set_hexpand(widget, horizontally ? 1 : 0) }
        if let vertically { gtk_widget_set_vexpand(widget, vertically ? 1 : 0) }
    }

    /// Clips what it draws, and its children, to its own outline (rounded corners included).
    package func clipToOutline() { gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN) }

    /// Sets its tooltip; nil for none.
    package func setTooltip(_ text: String?) {
        let current = gtk_widget_get_tooltip_text(widget).map { String(cString: $0) }
        if text != current { gtk_widget_set_tooltip_text(widget, text) }
    }

    /// Asks `text` for its tooltip when the pointer rests on it; nil for none. For many widgets whose tooltips change
    /// often: to set a tooltip makes GTK ask the display where the pointer is, and wait for the answer.
    package func askForTooltip(_ text: @escaping @MainActor () -> String?) {
        gtk_widget_set_has_tooltip(widget, 1)
        Signal.connect(object.pointer, "query-tooltip") {
            (_: Int, _: Int, _: Bool, tooltip: UnsafeMutableRawPointer?) -> Bool in
            guard let tooltip, let text = text() else { return false }
            gtk_tooltip_set_text(OpaquePointer(tooltip), text)
            return true
        }
    }

    package func grabFocus() { gtk_widget_grab_focus(widget) }

    var parent: Widget? { gtk_widget_get_parent(widget).map { Widget(made: $0) } }

    /// Its minimum height, in points, for this width.
    package func minimumHeight(forWidth width: Double) -> Double {
        var minimum: CInt = 0
        gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, CInt(points: width), &minimum, nil, nil, nil)
        return Double(minimum)
    }

    /// Its minimum width, in points.
    package var minimumWidth: Double {
        var minimum: CInt = 0
        gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, nil, nil, nil)
        return Double(minimum)
    }

    /// Its natural width, in points.
    package var naturalWidth: Double {
        var natural: CInt = 0
        gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, &natural, nil, nil)
        return Double(natural)
    }

    /// Width in points, as last allocated.
    package var width: Double { Double(gtk_widget_get_width(widget)) }

    /// Redraws it in the next frame.
    package func queueDraw() { gtk_widget_queue_draw(widget) }

    /// Its frame in `other`, in points; nil without a common window.
    package func frame(in other: Widget) -> Frame? {
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(widget, other.widget, &bounds) != 0 else { return nil }
        return Frame(
            x: Double(bounds.origin.x), y: Double(bounds.origin.y), width: Double(bounds.size.width),
            height: Double(bounds.size.height))
    }

    package func onNotify(_ property: String, _ body: @escaping @MainActor () -> Void) {
        Signal.connect(object.pointer, "notify::\(property)", body)
    }

    /// Calls `body` each time it appears on screen.
    package func onMap(_ body: @escaping @MainActor () -> Void) { Signal.connect(object.pointer, "map", body) }
}
