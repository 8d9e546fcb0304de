import CGtk
import GLibBridge

/// A line to type what is searched for.
public final class SearchEntry: Widget {
    /// An empty line with a grey `placeholder`.
    public convenience init(placeholder: String) {
        self.init(made: gtk_search_entry_new())
        ObjectProperties.set(object.pointer, "placeholder-text", string: placeholder)
    }

    /// What is typed.
    public var text: String {
        get { gtk_editable_get_text(opaque).map { String(cString: $0) } ?? "" }
        set { gtk_editable_set_text(opaque, newValue) }
    }

    /// Calls `body` at each change, at once.
    public func onChanged(_ body: @escaping @MainActor () -> Void) { Signal.connect(object.pointer, "changed", body) }

    /// Calls `body` when Enter is pressed.
    public func onActivate(_ body: @escaping @MainActor () -> Void) { Signal.connect(object.pointer, "activate", body) }

    /// The text within, which has the keyboard's focus and to which what is typed goes.
    fileprivate var typed: OpaquePointer? { gtk_editable_get_delegate(opaque) }

    /// Selects all that is typed, to be typed over.
    public func selectAll() { gtk_editable_select_region(opaque, 0, -1) }
}

/// A bar that slides in below the header bar when something is searched for, and goes with Escape.
public final class SearchBar: Widget {
    /// A bar, not shown yet, with `content`, of which `entry` is a part.
    public convenience init(_ content: Widget, entry: SearchEntry) {
        self.init(made: gtk_search_bar_new())
        gtk_search_bar_set_child(opaque, content.widget)
        gtk_search_bar_connect_entry(opaque, entry.opaque)
        gtk_search_bar_set_show_close_button(opaque, 0)
    }

    /// Shows itself when something is typed in `widget` while the focus is in no text, and takes it, if `isWanted` then.
    ///
    /// gtk_search_bar_set_key_capture_widget does too little: the letter that opens the bar is selected, so that the next
    /// one types over it, and blanks that come before the bar is laid out, and with it focused, go to the list's rows.
    public func appear(
        onTypingIn widget: Widget, into entry: SearchEntry, if isWanted: @escaping @MainActor () -> Bool
    ) {
        guard let controller = gtk_event_controller_key_new() else { return }
        gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
        let object = UnsafeMutableRawPointer(controller)
        let window = widget.widget
        Signal.connect(object, key: "key-pressed") { [weak self, weak entry] symbol, modifiers in
            guard let self, let entry, let text = entry.typed, Self.types(symbol, modifiers) else { return false }
            let focus = gtk_widget_get_root(window).flatMap { gtk_root_get_focus($0) }
            let isHere = focus.map { OpaquePointer($0) } == text
            // Not mapped yet, a text gets no blanks.
            if isHere ? entry.isMapped : focus.map(Self.isText) == true { return false }
            // A blank is for the button or the row that has the focus, but not amid a word.
            guard symbol != UInt32(GDK_KEY_space) || isHere, isWanted() else { return false }
            if !isHere {
                isShown = true
                gtk_text_grab_focus_without_selecting(UnsafeMutablePointer(text))
                gtk_editable_set_position(text, -1)
            }
            return gtk_event_controller_key_forward(
                controller, UnsafeMutablePointer<GtkWidget>(text)) != 0
        }
        gtk_widget_add_controller(window, controller)
    }

    private static func isText(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
        let instance = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self)
        return g_type_check_instance_is_a(instance, gtk_editable_get_type()) != 0
    }

    /// Whether a key types something, by itself or with the next.
    private static func types(_ symbol: UInt32, _ modifiers: UInt32) -> Bool {
        let commands =
            GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue | GDK_META_MASK.rawValue
        guard modifiers & commands == 0 else { return false }
        let isDead = (UInt32(GDK_KEY_dead_grave)...UInt32(GDK_KEY_dead_greek)).contains(symbol)
        let character = gdk_keyval_to_unicode(symbol)
        return isDead || symbol == UInt32(GDK_KEY_Multi_key) || character >= 0x20 && character != 0x7F
    }

    /// Whether it is shown.
    public var isShown: Bool {
        get { gtk_search_bar_get_search_mode(opaque) != 0 }
        set { gtk_search_bar_set_search_mode(opaque, newValue ? 1 : 0) }
    }

    /// Calls `body` when it comes or goes.
    public func onShown(_ body: @escaping @MainActor () -> Void) { onNotify("search-mode-enabled", body) }
}

/// A button that stays down.
public final class ToggleButton: Widget {
    /// A button with an icon of the theme; `label` is its tooltip and what a screen reader calls it.
    public convenience init(icon: String, label: String) {
        self.init(made: gtk_toggle_button_new())
        gtk_button_set_icon_name(object.typed(), icon)
        setTooltip(label)
        setAccessibleLabel(label)
    }

    /// Pressing it activates the action, such as "win.NAME", whose state it shows.
    public func setAction(_ name: String) { gtk_actionable_set_action_name(opaque, name) }
}
