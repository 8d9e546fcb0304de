import CGtk
import GLibBridge

/// A GtkWidget, of which this owns one reference. Layout is in points (GTK's application pixels).
///
/// What C functions take is `widget` (or `opaque`, for the types whose struct GTK hides): the casts are here.
@MainActor
open class Widget {
    /// The reference.
    let object: ObjectReference

    /// The widget as GtkWidget's functions take it.
    var widget: UnsafeMutablePointer<GtkWidget> { object.typed() }
    /// The widget as the functions of types without a public struct take it.
    var opaque: OpaquePointer { object.opaque }

    /// Wraps a new, floating widget, or borrows one that somebody else owns.
    init(_ widget: UnsafeMutablePointer<GtkWidget>) {
        object = ObjectReference(borrowing: UnsafeMutableRawPointer(widget))
    }

    /// Wraps a widget whose constructor's result C leaves nullable; GTK's never are.
    convenience init(made widget: UnsafeMutablePointer<GtkWidget>?) {
        guard let widget else { preconditionFailure("GTK's constructors abort rather than return NULL") }
        self.init(widget)
    }

    /// Whether it is shown.
    public var isVisible: Bool {
        get { gtk_widget_get_visible(widget) != 0 }
        set { gtk_widget_set_visible(widget, newValue ? 1 : 0) }
    }

    /// Whether what comes next in it is at the left, as its language is written.
    public var isRightToLeft: Bool { gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL }

    /// Is as it is in every language: it belongs to something that is.
    public func keepLeftToRight() { gtk_widget_set_direction(widget, GTK_TEXT_DIR_LTR) }

    /// Whether it is on screen now, with all that it lies in.
    public var isMapped: Bool { gtk_widget_get_mapped(widget) != 0 }

    /// Device pixels a point.
    public var scaleFactor: Int { Int(gtk_widget_get_scale_factor(widget)) }

    /// Height in points, as last allocated.
    public var height: Double { Double(gtk_widget_get_height(widget)) }

    /// Adds a CSS class.
    public func addClass(_ name: String) { gtk_widget_add_css_class(widget, name) }
    /// Removes a CSS class.
    public func removeClass(_ name: String) { gtk_widget_remove_css_class(widget, name) }
    /// Adds or removes a CSS class.
    public func setClass(_ name: String, _ isSet: Bool) { if isSet { addClass(name) } else { removeClass(name) } }

    /// Takes at least so much room; -1 leaves a direction open.
    public func setSizeRequest(width: Int, height: Int) {
        gtk_widget_set_size_request(widget, CInt(width), CInt(height))
    }

    /// Room above and below, and at both sides.
    public func setMargins(vertical: Int, horizontal: Int) {
        gtk_widget_set_margin_top(widget, CInt(vertical))
        gtk_widget_set_margin_bottom(widget, CInt(vertical))
        gtk_widget_set_margin_start(widget, CInt(horizontal))
        gtk_widget_set_margin_end(widget, CInt(horizontal))
    }

    /// Where it lies when it has more room than it wants.
    public func align(horizontally: Alignment? = nil, vertically: Alignment? = nil) {
        if let horizontally { gtk_widget_set_halign(widget, horizontally.gtk) }
        if let vertically { gtk_widget_set_valign(widget, vertically.gtk) }
    }

    /// Whether it takes what room is left.
    public func expand(horizontally: Bool? = nil, vertically: Bool? = nil) {
        if let horizontally { gtk_widget_set_hexpand(widget, horizontally ? 1 : 0) }
        if let vertically { gtk_widget_set_vexpand(widget, vertically ? 1 : 0) }
    }

    /// Clips what it draws, and its children, to its own outline (rounded corners included).
    public func clipToOutline() { gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN) }

    /// The text that is shown when the pointer rests on it; nil for none.
    public func setTooltip(_ text: String?) { gtk_widget_set_tooltip_text(widget, text) }

    /// Takes the keyboard focus.
    open func grabFocus() { gtk_widget_grab_focus(widget) }

    /// The widget it lies in.
    var parent: Widget? { gtk_widget_get_parent(widget).map { Widget($0) } }

    /// The least height it can have, in points, when it is so wide.
    public func minimumHeight(forWidth width: Double) -> Double {
        var minimum: CInt = 0
        gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, CInt(width), &minimum, nil, nil, nil)
        return Double(minimum)
    }

    /// The least width it can have, in points.
    public var minimumWidth: Double {
        var minimum: CInt = 0
        gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, nil, nil, nil)
        return Double(minimum)
    }

    /// Width in points, as last allocated.
    public var width: Double { Double(gtk_widget_get_width(widget)) }

    /// Has it drawn again in the next frame.
    public func queueDraw() { gtk_widget_queue_draw(widget) }

    /// Its place in `other`, in points; nil when the two are in no common window.
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

    /// Calls `body` each time it comes on screen.
    public func onMap(_ body: @escaping @MainActor () -> Void) { Signal.connect(object.pointer, "map", body) }
}
