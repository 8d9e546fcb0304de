import CGtk
import GLibBridge

/// The GObject type of ``PlacedItems``: a widget that scrolls itself.
enum PlacedItemsType {
    static let horizontal: UInt32 = 1
    static let vertical: UInt32 = 2
    private static let held = g_quark_from_string("classic-photos-placed-items")

    /// Registered once: type names are global to the process.
    static let type: GType = {
        var sizes = GTypeQuery()
        g_type_query(gtk_widget_get_type(), &sizes)
        let type = g_type_register_static_simple(
            gtk_widget_get_type(), "ClassicPhotosPlacedItems", sizes.class_size, initClass, sizes.instance_size, nil,
            GTypeFlags(rawValue: 0))
        var interface = GInterfaceInfo(interface_init: nil, interface_finalize: nil, interface_data: nil)
        g_type_add_interface_static(type, gtk_scrollable_get_type(), &interface)
        return type
    }()

    private final class Owner { weak var items: PlacedItems? }

    @MainActor
    static func attach(_ items: PlacedItems) {
        let owner = Owner()
        owner.items = items
        g_object_set_qdata_full(items.object.typed(), held, Boxed(owner).data, releaseObject)
    }

    /// A box like a grid's item.
    @MainActor
    static func makeItem() -> UnsafeMutablePointer<GtkWidget>? {
        var (role, name) = (GValue(), GValue())
        g_value_init(&role, gtk_accessible_role_get_type())
        g_value_set_enum(&role, gint(GTK_ACCESSIBLE_ROLE_GRID_CELL.rawValue))
        // G_TYPE_STRING.
        g_value_init(&name, GType(16 << 2))
        g_value_set_static_string(&name, "child")
        defer {
            g_value_unset(&role)
            g_value_unset(&name)
        }
        return withCStrings("accessible-role", "css-name") { first, second in
            var names: [UnsafePointer<CChar>?] = [first, second]
            let values = [role, name]
            return g_object_new_with_properties(gtk_box_get_type(), 2, &names, values)
                .map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWidget.self) }
        }
    }

    private static func withCStrings<Result>(
        _ one: String, _ other: String, _ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Result
    ) -> Result {
        one.withCString { one in other.withCString { other in body(one, other) } }
    }

    private static let initClass: GClassInitFunc = { itemsClass, _ in
        guard let itemsClass else { return }
        let objectClass = itemsClass.assumingMemoryBound(to: GObjectClass.self)
        objectClass.pointee.set_property = { object, property, value, _ in setProperty(object, property, value) }
        objectClass.pointee.get_property = { object, property, value, _ in getProperty(object, property, value) }
        objectClass.pointee.dispose = { dispose($0) }
        for (id, name) in ["hadjustment", "vadjustment", "hscroll-policy", "vscroll-policy"].enumerated() {
            g_object_class_override_property(objectClass, guint(id + 1), name)
        }
        let widgetClass = itemsClass.assumingMemoryBound(to: GtkWidgetClass.self)
        widgetClass.pointee.measure = { _, _, _, minimum, natural, _, _ in
            minimum?.pointee = 0
            natural?.pointee = 0
        }
        widgetClass.pointee.size_allocate = { widget, width, height, _ in
            with(widget) { $0.onLayout?(Double(width), Double(height)) }
        }
        widgetClass.pointee.focus = { widget, direction in focus(widget, direction) }
        widgetClass.pointee.grab_focus = { widget in grabFocus(widget) }
        gtk_widget_class_set_css_name(widgetClass, "gridview")
        gtk_widget_class_set_accessible_role(widgetClass, GTK_ACCESSIBLE_ROLE_GRID)
    }

    // MARK: - Callbacks

    private static func with<Result: Sendable>(
        _ widget: UnsafeMutablePointer<GtkWidget>?, _ body: @MainActor (PlacedItems) -> Result
    ) -> Result? {
        MainActor.assumeIsolated(with: widget) { widget -> Result? in
            guard let widget,
                let data = g_object_get_qdata(
                    UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self), held)
            else { return nil }
            return Boxed<Owner>.value(in: data).items.map(body)
        }
    }

    private static func with<Result: Sendable>(
        _ object: UnsafeMutablePointer<GObject>?, _ body: @MainActor (PlacedItems) -> Result
    ) -> Result? {
        with(object.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWidget.self) }, body)
    }

    private static func setProperty(
        _ object: UnsafeMutablePointer<GObject>?, _ property: guint, _ value: UnsafePointer<GValue>?
    ) {
        // The policies concern widgets with a natural size.
        guard property <= vertical, let value else { return }
        MainActor.assumeIsolated(with: (object, g_value_get_object(value))) { object, adjustment in
            with(object) { $0.set(adjustment, property) }
        }
    }

    private static func getProperty(
        _ object: UnsafeMutablePointer<GObject>?, _ property: guint, _ value: UnsafeMutablePointer<GValue>?
    ) {
        guard let value else { return }
        guard property <= vertical else { return g_value_set_enum(value, gint(GTK_SCROLL_MINIMUM.rawValue)) }
        MainActor.assumeIsolated(with: (object, value)) { object, value in
            with(object) { g_value_set_object(value, $0.adjustments[property]?.pointer) }
        }
    }

    private static func dispose(_ object: UnsafeMutablePointer<GObject>?) {
        let widget = object.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWidget.self) }
        while let child = widget.flatMap({ gtk_widget_get_first_child($0) }) { gtk_widget_unparent(child) }
        let parent = g_type_class_peek(gtk_widget_get_type())?.assumingMemoryBound(to: GObjectClass.self)
        parent?.pointee.dispose?(object)
    }

    /// One Tab stop, like lists and grids: Tab leads to an item, to its button, and on.
    private static func focus(
        _ widget: UnsafeMutablePointer<GtkWidget>?, _ direction: GtkDirectionType
    ) -> gboolean {
        if let item = gtk_widget_get_focus_child(widget) {
            if direction == GTK_DIR_TAB_FORWARD { return gtk_widget_child_focus(item, direction) }
            if direction == GTK_DIR_TAB_BACKWARD {
                return gtk_widget_is_focus(item) != 0 ? 0 : gtk_widget_grab_focus(item)
            }
            return 0
        }
        return gtk_widget_is_focus(widget) != 0 ? 0 : gtk_widget_grab_focus(widget)
    }

    private static func grabFocus(_ widget: UnsafeMutablePointer<GtkWidget>?) -> gboolean {
        if with(widget, { $0.onEntered?() ?? false }) == true { return 1 }
        let parent = g_type_class_peek(gtk_widget_get_type())?.assumingMemoryBound(to: GtkWidgetClass.self)
        return parent?.pointee.grab_focus?(widget) ?? 0
    }
}
