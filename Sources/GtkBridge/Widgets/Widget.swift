import CGtk
import GLibBridge

/// A GtkWidget; owns one reference to it. Layout is in points (GTK's application pixels).
///
/// C functions take `widget` (or `opaque`, for types with a hidden struct): the casts are here.
@MainActor
open class Widget {
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

    /// Whether it is visible.
    public var isVisible: Bool {
        get { gtk_widget_get_visible(widget) != 0 }
        set { gtk_widget_set_visible(widget, newValue ? 1 : 0) }
    }

    /// Whether its reading direction is right to left.
    public var isRightToLeft: Bool { gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL }

    /// Keeps its layout left to right in every language.
    public func keepLeftToRight() { gtk_widget_set_direction(widget, GTK_TEXT_DIR_LTR) }

    /// Whether it and all of its parents are on screen now.
    public var isMapped: Bool { gtk_widget_get_mapped(widget) != 0 }

    /// Device pixels per point.
    public var scaleFactor: Int { Int(gtk_widget_get_scale_factor(widget)) }

    /// Height in points, as last allocated.
    public var height: Double { Double(gtk_widget_get_height(widget)) }

    /// Adds CSS classes.
    public func addClass(_ names: String...) { for name in names { gtk_widget_add_css_class(widget, name) } }
    /// Removes a CSS class.
    public func removeClass(_ name: String) { gtk_widget_remove_css_class(widget, name) }
    /// Adds or removes a CSS class.
    public func setClass(_ name: String, _ isSet: Bool) { if isSet { addClass(name) } else { removeClass(name) } }

    /// Sets its minimum size; -1 leaves a direction open.
    public func setSizeRequest(width: Int, height: Int) {
        gtk_widget_set_size_request(widget, CInt(width), CInt(height))
    }

    /// Sets its margins above and below, and at both sides.
    public func setMargins(vertical: Int, horizontal: Int) {
        gtk_widget_set_margin_top(widget, CInt(vertical))
        gtk_widget_set_margin_bottom(widget, CInt(vertical))
        gtk_widget_set_margin_start(widget, CInt(horizontal))
        gtk_widget_set_margin_end(widget, CInt(horizontal))
    }

    /// Sets its place in excess space.
    public func align(horizontally: Alignment? = nil, vertically: Alignment? = nil) {
        if let horizontally { gtk_widget_set_halign(widget, horizontally.gtk) }
        if let vertically { gtk_widget_set_valign(widget, vertically.gtk) }
    }

    /// Sets whether it takes excess space.
    public func expand(horizontally: Bool? = nil, vertically: Bool? = nil) {
        if let horizontally { gtk_widget_set_hexpand(widget, horizontally ? 1 : 0) }
        if let vertically { gtk_widget_set_vexpand(widget, vertically ? 1 : 0) }
    }

    /// Clips what it draws, and its children, to its own outline (rounded corners included).
    public func clipToOutline() { gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN) }

    /// Sets its tooltip; nil for none.
    public func setTooltip(_ text: String?) { gtk_widget_set_tooltip_text(widget, text) }

    /// Takes the focus.
    open func grabFocus() { gtk_widget_grab_focus(widget) }

    var parent: Widget? { gtk_widget_get_parent(widget).map { Widget(made: $0) } }

    /// Its minimum height, in points, for this width.
    public func minimumHeight(forWidth width: Double) -> Double {
        var minimum: CInt = 0
        gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, CInt(width), &minimum, nil, nil, nil)
        return Double(minimum)
    }

    /// Its minimum width, in points.
    public var minimumWidth: Double {
        var minimum: CInt = 0
        gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, nil, nil, nil)
        return Double(minimum)
    }

    /// Width in points, as last allocated.
    public var width: Double { Double(gtk_widget_get_width(widget)) }

    /// Redraws it in the next frame.
    public func queueDraw() { gtk_widget_queue_draw(widget) }

    /// Its frame in `other`, in points; nil without a common window.
    public func frame(in other: Widget) -> Frame? {
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(widget, other.widget, &bounds) != 0 else { return nil }
        return Frame(
            x: Double(bounds.origin.x), y: Double(bounds.origin.y), width: Double(bounds.size.width),
            height: Double(bounds.size.height))
    }

    /// Calls `body` when the property changes.
    public func onNotify(_ property: String, _ body: @escaping @MainActor () -> Void) {
        Signal.connect(object.pointer, "notify::\(property)", body)
    }

    /// Calls `body` each time it appears on screen.
    public func onMap(_ body: @escaping @MainActor () -> Void) { Signal.connect(object.pointer, "map", body) }
}
