import CGtk

/// Roles for GTK's and libadwaita's types that have none of their own.
///
/// GTK gives objects without a name that of their type, which screen readers then read: "GtkOverlay". An object with
/// the role of a group stays without a name; one that is presentational is no part of what is read.
@MainActor
enum AccessibleRoles {
    /// Types by name, because some are private to their libraries.
    private static let roles: [(type: String, role: GtkAccessibleRole)] =
        [
            "GtkOverlay", "GtkMenuButton", "GtkPopoverContent", "GtkShortcutLabel", "AdwGizmo", "AdwWindowTitle",
            "AdwFlap", "AdwSqueezer", "AdwOverlaySplitView", "AdwLeaflet", "AdwClamp", "AdwViewSwitcherTitle",
            "AdwViewSwitcherBar", "AdwIndicatorBin", "GtkActionBar",
        ].map { ($0, GTK_ACCESSIBLE_ROLE_GROUP) }
        // Every picture of the program that says something is a canvas.
        + ["GtkImage", "GtkBuiltinIcon", "GtkDrawingArea"].map { ($0, GTK_ACCESSIBLE_ROLE_PRESENTATION) }
    private static var waiting = roles
    private static var knowsMenus = false

    /// Makes sure that the public ones exist.
    private static let types = [
        gtk_overlay_get_type(), gtk_shortcut_label_get_type(), gtk_menu_button_get_type(), gtk_drawing_area_get_type(),
    ]

    /// Sets the roles of all types that exist by now. An object takes its role when it is first put into a window.
    static func update() {
        guard !waiting.isEmpty, !types.contains(0) else { return }
        waiting.removeAll { each in
            let type = g_type_from_name(each.type)
            guard type != 0, let widgetClass = g_type_class_ref(type) else { return false }
            // The class stays referenced, and its role with it.
            gtk_widget_class_set_accessible_role(widgetClass.assumingMemoryBound(to: GtkWidgetClass.self), each.role)
            return true
        }
    }

    /// Sets them before the first menu, whose types exist only once there is one.
    static func updateForMenus() {
        guard !knowsMenus else { return update() }
        knowsMenus = true
        let menu = Menu()
        menu.append("", submenu: Menu())
        _ = Widget(made: gtk_popover_menu_new_from_model_full(menu.object.typed(), GTK_POPOVER_MENU_NESTED))
        update()
    }
}
