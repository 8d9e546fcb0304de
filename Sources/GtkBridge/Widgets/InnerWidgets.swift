import CGtk
import GLibBridge

/// The widgets that libadwaita puts into its own ones, and offers no face for.
@MainActor
enum InnerWidgets {
    /// All labels below `widget`, in the order of the tree.
    static func labels(in widget: UnsafeMutablePointer<GtkWidget>) -> [Widget] {
        below(widget, of: gtk_label_get_type())
    }

    /// All lists below `widget`.
    static func lists(in widget: UnsafeMutablePointer<GtkWidget>) -> [Widget] {
        below(widget, of: gtk_list_view_get_type())
    }

    /// All rows of tabs below `widget`.
    static func tabs(in widget: UnsafeMutablePointer<GtkWidget>) -> [Widget] {
        below(widget, of: adw_view_switcher_get_type())
    }

    /// Without what is within another one that was found, or in a popover.
    private static func below(_ widget: UnsafeMutablePointer<GtkWidget>, of type: GType) -> [Widget] {
        var found: [Widget] = []
        var child = gtk_widget_get_first_child(widget)
        while let each = child {
            if isOf(each, type) {
                found.append(Widget(made: each))
            } else if !isOf(each, gtk_popover_get_type()) {
                found += below(each, of: type)
            }
            child = gtk_widget_get_next_sibling(each)
        }
        return found
    }

    private static func isOf(_ widget: UnsafeMutablePointer<GtkWidget>, _ type: GType) -> Bool {
        let instance = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self)
        return g_type_check_instance_is_a(instance, type) != 0
    }
}
