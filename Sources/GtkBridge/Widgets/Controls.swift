import CGtk
import GLibBridge

/// Something to press.
public final class Button: Widget {
    /// A button with a text; an underscore before a letter makes it the mnemonic.
    public convenience init(_ text: String) { self.init(made: gtk_button_new_with_mnemonic(text)) }

    /// A button with an icon of the theme; `label` is its tooltip and what a screen reader calls it.
    public convenience init(icon: String, label: String) {
        self.init(made: gtk_button_new_from_icon_name(icon))
        setTooltip(label)
        setAccessibleLabel(label)
    }

    /// Shows another icon, and is called otherwise.
    public func setIcon(_ icon: String, label: String) {
        gtk_button_set_icon_name(object.typed(), icon)
        setTooltip(label)
        setAccessibleLabel(label)
    }

    /// What it says; an underscore before a letter makes it the mnemonic.
    public var text: String {
        get { gtk_button_get_label(object.typed()).map { String(cString: $0) } ?? "" }
        set { gtk_button_set_label(object.typed(), newValue) }
    }

    /// Calls `body` when it is pressed.
    public func onClicked(_ body: @escaping @MainActor () -> Void) { Signal.connect(object.pointer, "clicked", body) }

    /// Pressing it activates the action, such as "win.NAME".
    public func setAction(_ name: String) { gtk_actionable_set_action_name(opaque, name) }
}

/// A button that opens a menu.
public final class MenuButton: Widget {
    private final class Making {
        let menu: @MainActor () -> Menu
        init(_ menu: @escaping @MainActor () -> Menu) { self.menu = menu }
    }

    /// A button with an icon of the theme that opens a menu, which is made when it is opened first: the widgets of a menu
    /// are as many as those of the rest of a window. F10 opens the one that `isPrimary`.
    public convenience init(
        icon: String, label: String, isPrimary: Bool = false, menu: @escaping @MainActor () -> Menu
    ) {
        self.init(made: gtk_menu_button_new())
        gtk_menu_button_set_icon_name(opaque, icon)
        gtk_menu_button_set_create_popup_func(
            opaque,
            { button, data in
                guard let button, let data, gtk_menu_button_get_popover(button) == nil else { return }
                nonisolated(unsafe) let unsafeButton = button
                let making = Unmanaged<Making>.fromOpaque(data).takeUnretainedValue()
                MainActor.assumeIsolated {
                    let menu = making.menu()
                    // Submenus that slide within one popover leave the X server's grab behind where the popover has to
                    // move for them (GTK 4.8): then no key and no click arrives any more.
                    let popover = withExtendedLifetime(menu) {
                        gtk_popover_menu_new_from_model_full(menu.object.typed(), GTK_POPOVER_MENU_NESTED)
                    }
                    gtk_menu_button_set_popover(unsafeButton, popover)
                    popover.map { MenuButton.hideTooltip(of: unsafeButton, under: $0) }
                }
            }, Unmanaged.passRetained(Making(menu)).toOpaque(),
            { data in data.map { Unmanaged<Making>.fromOpaque($0).release() } })
        gtk_menu_button_set_primary(opaque, isPrimary ? 1 : 0)
        setTooltip(label)
        setAccessibleLabel(label)
    }

    /// While the menu is open: a pointer that rests on the button would bring the tooltip up over the menu's first entry.
    private static func hideTooltip(of button: OpaquePointer, under popover: UnsafeMutablePointer<GtkWidget>) {
        let menu = UnsafeMutableRawPointer(popover)
        // The button outlives its popover.
        let widget = UnsafeMutableRawPointer(button).assumingMemoryBound(to: GtkWidget.self)
        Signal.connect(menu, "map") { gtk_widget_set_has_tooltip(widget, 0) }
        Signal.connect(menu, "unmap") { gtk_widget_set_has_tooltip(widget, 1) }
    }
}

/// A line to type.
public final class Entry: Widget {
    /// An empty line with a grey `placeholder`; `isURL` where an address is to be typed.
    public convenience init(placeholder: String, isURL: Bool = false) {
        self.init(made: gtk_entry_new())
        gtk_entry_set_placeholder_text(object.typed(), placeholder)
        gtk_entry_set_activates_default(object.typed(), 1)
        if isURL { gtk_entry_set_input_purpose(object.typed(), GTK_INPUT_PURPOSE_URL) }
    }

    /// What is typed.
    public var text: String {
        get { gtk_editable_get_text(opaque).map { String(cString: $0) } ?? "" }
        set { gtk_editable_set_text(opaque, newValue) }
    }

    /// Calls `body` at each change.
    public func onChanged(_ body: @escaping @MainActor () -> Void) { Signal.connect(object.pointer, "changed", body) }
}

/// What a menu button shows.
@MainActor
public final class Menu {
    let object: ObjectReference

    /// An empty menu.
    public init() {
        guard let made = g_menu_new() else { preconditionFailure("never NULL") }
        object = ObjectReference(taking: UnsafeMutableRawPointer(made))
    }

    /// Adds an entry that activates `action`, such as "win.NAME".
    public func append(_ label: String, action: String) { g_menu_append(object.opaque, label, action) }

    /// Adds an entry that activates `action`, and shows keys that are not the application's: see Widget.addKeys.
    public func append(_ label: String, action: String, keys: String) {
        guard let item = g_menu_item_new(label, action) else { return }
        g_menu_item_set_attribute_value(item, "accel", g_variant_new_string(keys))
        g_menu_append_item(object.opaque, item)
        g_object_unref(UnsafeMutableRawPointer(item))
    }

    /// Adds an entry that is there only while its action can be done: for one of several that take turns.
    public func append(_ label: String, whilePossible action: String, keys: String? = nil) {
        guard let item = g_menu_item_new(label, action) else { return }
        g_menu_item_set_attribute_value(item, "hidden-when", g_variant_new_string("action-disabled"))
        if let keys { g_menu_item_set_attribute_value(item, "accel", g_variant_new_string(keys)) }
        g_menu_append_item(object.opaque, item)
        g_object_unref(UnsafeMutableRawPointer(item))
    }

    /// Adds entries set apart by a line, below a heading if they have one.
    public func append(section: Menu, heading: String? = nil) {
        g_menu_append_section(object.opaque, heading, section.object.typed())
    }

    /// Adds an entry that opens another menu.
    public func append(_ label: String, submenu: Menu) {
        g_menu_append_submenu(object.opaque, label, submenu.object.typed())
    }
}
