import CGtk

/// GTK's lists and grids as one stop of Tab: arrows move in them, and Tab leaves them.
///
/// GTK 4.8 goes through all items by Tab, one by one, so that nothing after a list of a million is ever reached
/// (GtkListTabBehavior is in GTK 4.12). These are types of their own, whose `focus` differs and nothing else.
@MainActor
enum OneStop {
    /// A new GtkListView.
    static func makeList() -> UnsafeMutablePointer<GtkWidget> { make(list) }
    /// A new GtkGridView.
    static func makeGrid() -> UnsafeMutablePointer<GtkWidget> { make(grid) }

    // Made once: type names are global to the process.
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

    /// The focus comes, or goes on from where it is. Within an item it goes from the item to its button and back; from
    /// there Tab leaves.
    nonisolated private static func focus(
        _ widget: UnsafeMutablePointer<GtkWidget>?, _ direction: GtkDirectionType, _ parent: GType
    ) -> gboolean {
        if let item = gtk_widget_get_focus_child(widget) {
            if direction == GTK_DIR_TAB_FORWARD { return gtk_widget_child_focus(item, direction) }
            if direction == GTK_DIR_TAB_BACKWARD {
                // GTK 4.8's items go on to their buttons whatever the direction, and never back to themselves.
                return gtk_widget_is_focus(item) != 0 ? 0 : gtk_widget_grab_focus(item)
            }
        }
        let parentClass = g_type_class_peek(parent)?.assumingMemoryBound(to: GtkWidgetClass.self)
        return parentClass?.pointee.focus?(widget, direction) ?? 0
    }
}
