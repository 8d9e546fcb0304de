import CGtk
import GLibBridge

extension Widget {
    /// Activates an action, such as "win.NAME", by keys in GTK's notation while the focus is inside: for keys with
    /// another meaning in text fields, which an application's keys would override.
    package func addKeys(_ keys: String, action: String) {
        guard let trigger = KeyTrigger(keys) else { return }
        if trigger.isMissed {
            return onKey { [weak self] key in key.match(trigger) != .none && self?.activate(detailed: action) == true }
        }
        guard let controller = gtk_shortcut_controller_new(),
            let wanted = gtk_keyval_trigger_new(trigger.symbol, trigger.modifiers),
            let named = gtk_named_action_new(action)
        else { return }
        // Ownership of both is transferred, and so is that of the shortcut and the controller.
        gtk_shortcut_controller_add_shortcut(controller, gtk_shortcut_new(wanted, named))
        gtk_event_controller_set_name(controller, Self.keysName)
        gtk_widget_add_controller(widget, controller)
    }

    /// Activates a detailed action, such as "win.view::list"; false if that is impossible now.
    func activate(detailed action: String) -> Bool {
        var name: UnsafeMutablePointer<CChar>?
        var target: OpaquePointer?
        guard g_action_parse_detailed_name(action, &name, &target, nil) != 0 else { return false }
        defer {
            g_free(name)
            target.map { g_variant_unref($0) }
        }
        return gtk_widget_activate_action_variant(widget, name, target) != 0
    }

    /// Whether the pointer reaches it; otherwise it reaches what is below.
    package func setTouchable(_ isTouchable: Bool) { gtk_widget_set_can_target(widget, isTouchable ? 1 : 0) }

    /// Whether the focus is inside.
    package var hasFocus: Bool {
        guard let root = gtk_widget_get_root(widget), let focus = gtk_root_get_focus(root) else { return false }
        return focus == widget || gtk_widget_is_ancestor(focus, widget) != 0
    }

    /// Takes the keyboard focus, unless an open menu of the window has it: without it, a menu does not react to keys.
    package func grabFocusUnlessMenuIsOpen() {
        let focus = gtk_widget_get_root(widget).flatMap { gtk_root_get_focus($0) }
        let menu = focus.flatMap { gtk_widget_get_ancestor($0, gtk_popover_get_type()) }
        // A menu that is closing has the focus, but is no longer mapped.
        if menu.map({ gtk_widget_get_mapped($0) == 0 }) ?? true { grabFocus() }
    }

    /// Whether the window has no focused widget.
    package var isFocusNowhere: Bool { gtk_widget_get_root(widget).map { gtk_root_get_focus($0) == nil } ?? false }
}
