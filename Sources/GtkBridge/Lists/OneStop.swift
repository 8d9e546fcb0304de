import CGtk

/// Makes GTK's lists and grids one Tab stop each: arrows move inside, and Tab leaves.
///
/// GTK 4.8 tabs through all items, so nothing after a list of a million is reachable (GtkListTabBehavior came with GTK
/// 4.12). These types differ only in `focus`.
@MainActor
enum OneStop {
    static func makeList() -> UnsafeMutablePointer<GtkWidget> { make(list) }
    static func makeGrid() -> UnsafeMutablePointer<GtkWidget> { make(grid) }

    // Registered once: type names are global to the process.
    private static let list = register("ClassicPhotosList", of: gtk_list_view_get_type()) { itemsClass, _ in
        let itemsClass = itemsClass?.assumingMemoryBound(to: GtkWidgetClass.self)
        itemsClass?.pointee.focus = { focus($0, $1, gtk_list_view_get_type()) }
    }
    private static let grid = register("ClassicPhotosGrid", of: gtk_grid_view_get_type()) { itemsClass, _ in
        let itemsClass = itemsClass?.assumingMemoryBound(to: GtkWidgetClass.self)
        itemsClass?.pointee.focus = { focus($0, $1, gtk_grid_view_get_type()) }
    }

    private static func make(_ type: GType) -> UnsafeMutablePointer<GtkWidget> {
        guard let made = g_object_new_with_properties(type, 0, nil, nil) else {
            preconditionFailure("g_object_new returns NULL for no type that is registered")
        }
        return UnsafeMutableRawPointer(made).assumingMemoryBound(to: GtkWidget.self)
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
