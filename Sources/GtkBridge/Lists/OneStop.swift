import CGtk

/// Makes GTK's lists and grids one Tab stop each: arrows move inside, and Tab leaves.
///
/// GTK 4.8 tabs through all items, so nothing after a list of a million is reachable (GtkListTabBehavior came with GTK
/// 4.12). These types differ from GTK's only in `focus`, and the list in its natural width.
@MainActor
enum OneStop {
    // Registered once: type names are global to the process.
    static let list = register("ClassicPhotosList", of: gtk_list_view_get_type()) { itemsClass, _ in
        let itemsClass = itemsClass?.assumingMemoryBound(to: GtkWidgetClass.self)
        itemsClass?.pointee.focus = { focus($0, $1, gtk_list_view_get_type()) }
        itemsClass?.pointee.measure = { measure($0, $1, $2, $3, $4, $5, $6) }
    }
    static let grid = register("ClassicPhotosGrid", of: gtk_grid_view_get_type()) { itemsClass, _ in
        let itemsClass = itemsClass?.assumingMemoryBound(to: GtkWidgetClass.self)
        itemsClass?.pointee.focus = { focus($0, $1, gtk_grid_view_get_type()) }
    }

    /// A list's natural width, in points: no wider, a photo's texts and its Retry stay near its picture.
    nonisolated static let listWidth: CInt = 800

    /// GTK would take the width of the widest text among the rows, which differs from place to place.
    nonisolated private static func measure(
        _ widget: UnsafeMutablePointer<GtkWidget>?, _ orientation: GtkOrientation, _ size: CInt,
        _ minimum: UnsafeMutablePointer<CInt>?, _ natural: UnsafeMutablePointer<CInt>?,
        _ minimumBaseline: UnsafeMutablePointer<CInt>?, _ naturalBaseline: UnsafeMutablePointer<CInt>?
    ) {
        let listClass = g_type_class_peek(gtk_list_view_get_type())?.assumingMemoryBound(to: GtkWidgetClass.self)
        listClass?.pointee.measure?(widget, orientation, size, minimum, natural, minimumBaseline, naturalBaseline)
        if orientation == GTK_ORIENTATION_HORIZONTAL { natural?.pointee = max(minimum?.pointee ?? 0, listWidth) }
    }

    private static func register(_ name: String, of parent: GType, _ initClass: GClassInitFunc) -> GType {
        var sizes = GTypeQuery()
        g_type_query(parent, &sizes)
        return g_type_register_static_simple(
            parent, name, sizes.class_size, initClass, sizes.instance_size, nil, GTypeFlags(rawValue: 0))
    }

    /// Moves the focus in or on. Inside an item it moves between the item and its button; from there Tab leaves.
    nonisolated private static func focus(
        _ widget: UnsafeMutablePointer<GtkWidget>?, _ direction: GtkDirectionType, _ parent: GType
    ) -> gboolean {
        if let item = gtk_widget_get_focus_child(widget) {
            if direction == GTK_DIR_TAB_FORWARD { return gtk_widget_child_focus(item, direction) }
            if direction == GTK_DIR_TAB_BACKWARD {
                // GTK 4.8's items always move on to their buttons, and never back to themselves.
                return gtk_widget_is_focus(item) != 0 ? 0 : gtk_widget_grab_focus(item)
            }
        }
        let parentClass = g_type_class_peek(parent)?.assumingMemoryBound(to: GtkWidgetClass.self)
        return parentClass?.pointee.focus?(widget, direction) ?? 0
    }
}
