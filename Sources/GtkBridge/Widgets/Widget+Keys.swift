import CGtk
import GLibBridge

extension Widget {
    /// Activates an action, such as "win.NAME", by keys, as GTK writes them, while the focus is in this widget:
    /// for keys that mean something else in a line of text, which an application's keys would be taken from.
    public func addKeys(_ keys: String, action: String) {
        guard let trigger = KeyTrigger(keys) else { return }
        if trigger.isMissed {
            return onKey { [weak self] key in key.match(trigger) != .none && self?.activate(detailed: action) == true }
        }
        guard let controller = gtk_shortcut_controller_new(),
            let wanted = gtk_keyval_trigger_new(trigger.symbol, trigger.modifiers),
            let named = gtk_named_action_new(action)
        else { return }
        // Both are taken over, and so are the shortcut and the controller.
        gtk_shortcut_controller_add_shortcut(controller, gtk_shortcut_new(wanted, named))
        gtk_widget_add_controller(widget, controller)
    }

    /// Does what an action is called with its choice, such as "win.view::list"; false if that cannot be done now.
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

    /// Whether the pointer can touch it; what it cannot touch is not in the way of what lies below.
    public func setTouchable(_ isTouchable: Bool) { gtk_widget_set_can_target(widget, isTouchable ? 1 : 0) }

    /// Whether the focus is in it.
    public var hasFocus: Bool {
        guard let root = gtk_widget_get_root(widget), let focus = gtk_root_get_focus(root) else { return false }
        return focus == widget || gtk_widget_is_ancestor(focus, widget) != 0
    }

    /// Whether no widget of the window has the keyboard.
    public var isFocusNowhere: Bool { gtk_widget_get_root(widget).map { gtk_root_get_focus($0) == nil } ?? false }
}
