import CGtk
import GLibBridge

/// Rows of a form, framed together.
public final class FormRows: Widget {
    /// A frame without rows.
    public convenience init() {
        self.init(made: gtk_list_box_new())
        gtk_list_box_set_selection_mode(opaque, GTK_SELECTION_NONE)
        addClass("boxed-list")
    }

    /// Adds a row at the end.
    public func append(_ row: Widget) { gtk_list_box_append(opaque, row.widget) }
}

/// A row to type in, which says what is to be typed. Enter gives the dialog's default answer.
public final class EntryRow: Widget {
    /// An empty row called `title`. What is typed is hidden if it `isPassword`.
    public convenience init(title: String, isPassword: Bool = false) {
        self.init(made: isPassword ? adw_password_entry_row_new() : adw_entry_row_new())
        adw_preferences_row_set_title(object.typed(), title)
        adw_entry_row_set_activates_default(object.typed(), 1)
        adw_entry_row_set_enable_emoji_completion(object.typed(), 0)
        setAccessibleLabel(title)
    }

    /// What is typed.
    public var text: String {
        get { gtk_editable_get_text(opaque).map { String(cString: $0) } ?? "" }
        set { gtk_editable_set_text(opaque, newValue) }
    }

    /// Calls `body` at each change.
    public func onChanged(_ body: @escaping @MainActor () -> Void) { Signal.connect(object.pointer, "changed", body) }
}

/// A row with a switch.
public final class SwitchRow: Widget {
    private let toggle: Widget

    /// A row called `title`, switched off.
    public init(title: String) {
        toggle = Widget(made: gtk_switch_new())
        guard let made = adw_action_row_new() else { preconditionFailure("never NULL") }
        super.init(made)
        toggle.align(vertically: .center)
        toggle.setAccessibleLabel(title)
        adw_preferences_row_set_title(object.typed(), title)
        adw_action_row_add_suffix(object.typed(), toggle.widget)
        adw_action_row_set_activatable_widget(object.typed(), toggle.widget)
    }

    /// Whether it is switched on.
    public var isOn: Bool { gtk_switch_get_active(toggle.opaque) != 0 }
}
