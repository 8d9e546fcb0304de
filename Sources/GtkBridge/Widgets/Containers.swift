import CGtk
import GLibBridge

/// A row or a column of widgets.
package final class Box: Widget {
    /// A box of these children, with `spacing` points between them.
    package init(_ orientation: Orientation, spacing: Int = 0, _ children: Widget...) {
        super.init(made: gtk_box_new(orientation.gtk, CInt(spacing)))
        for child in children { append(child) }
    }

    package func set(_ orientation: Orientation) { gtk_orientable_set_orientation(opaque, orientation.gtk) }

    /// Gives all children the same size.
    package func makeHomogeneous() { gtk_box_set_homogeneous(object.typed(), 1) }

    package func append(_ child: Widget) { gtk_box_append(object.typed(), child.widget) }

    package func remove(_ child: Widget) { gtk_box_remove(object.typed(), child.widget) }

    package func prepend(_ child: Widget) { gtk_box_prepend(object.typed(), child.widget) }

    package func insert(_ child: Widget, after sibling: Widget) {
        gtk_box_insert_child_after(object.typed(), child.widget, sibling.widget)
    }
}

/// One child that determines the size, and others on top of it.
package final class Overlay: Widget {
    package convenience init(child: Widget) {
        self.init(made: gtk_overlay_new())
        gtk_overlay_set_child(opaque, child.widget)
    }

    package func add(_ child: Widget) { gtk_overlay_add_overlay(opaque, child.widget) }

    package func remove(_ child: Widget) { gtk_overlay_remove_overlay(opaque, child.widget) }
}

/// Slides or fades its child in and out.
package final class Revealer: Widget {
    /// Hides `child` initially.
    package convenience init(child: Widget, fades: Bool = false) {
        self.init(made: gtk_revealer_new())
        gtk_revealer_set_transition_type(
            opaque, fades ? GTK_REVEALER_TRANSITION_TYPE_CROSSFADE : GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP)
        gtk_revealer_set_child(opaque, child.widget)
    }

    /// Slides in from above instead.
    package func slidesDown() {
        gtk_revealer_set_transition_type(opaque, GTK_REVEALER_TRANSITION_TYPE_SLIDE_DOWN)
    }

    /// Whether the child is shown, or about to be.
    package var isRevealed: Bool {
        get { gtk_revealer_get_reveal_child(opaque) != 0 }
        set { gtk_revealer_set_reveal_child(opaque, newValue ? 1 : 0) }
    }
}

/// Several children, one of which is shown.
package final class Stack: Widget {
    package convenience init() { self.init(made: gtk_stack_new()) }

    package func add(_ child: Widget, name: String) {
        gtk_stack_add_named(opaque, child.widget, name)
        if gtk_widget_get_mapped(widget) != 0 { AccessibleNames.tidy(child.widget) }
    }

    package var visibleChild: String? {
        get { gtk_stack_get_visible_child_name(opaque).map { String(cString: $0) } }
        set { if let newValue { gtk_stack_set_visible_child_name(opaque, newValue) } }
    }
}

/// A page with an icon, a message and an offer.
package final class StatusPage: Widget {
    package convenience init(icon: String, title: String, description: String) {
        self.init(made: adw_status_page_new())
        adw_status_page_set_icon_name(opaque, icon)
        adw_status_page_set_title(opaque, title)
        adw_status_page_set_description(opaque, description)
    }

    /// Shows an icon of the theme, or none.
    package func setIcon(_ name: String?) { adw_status_page_set_icon_name(opaque, name) }

    package func setDescription(_ text: String?) { adw_status_page_set_description(opaque, text) }

    /// Its offer, below the text.
    package func setChild(_ child: Widget) { adw_status_page_set_child(opaque, child.widget) }
}
