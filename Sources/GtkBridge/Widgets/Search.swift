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

    /// Shows itself when something is typed in `widget`, where nothing else takes it.
    public func appear(onTypingIn widget: Widget) { gtk_search_bar_set_key_capture_widget(opaque, widget.widget) }

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

    /// Pressing it activates the action, such as "win.search", whose state it shows.
    public func setAction(_ name: String) { gtk_actionable_set_action_name(opaque, name) }
}
