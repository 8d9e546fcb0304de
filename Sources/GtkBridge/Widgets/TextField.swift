import CGtk
import GLibBridge

package final class Entry: TextField {
    /// An empty field with a grey `placeholder`; `isURL` for addresses.
    package convenience init(placeholder: String, isURL: Bool = false) {
        self.init(made: gtk_entry_new())
        gtk_entry_set_placeholder_text(object.typed(), placeholder)
        gtk_entry_set_activates_default(object.typed(), 1)
        if isURL { gtk_entry_set_input_purpose(object.typed(), GTK_INPUT_PURPOSE_URL) }
    }
}

/// What all text fields share.
package class TextField: Widget {
    package final var text: String {
        get { gtk_editable_get_text(opaque).map { String(cString: $0) } ?? "" }
        set { gtk_editable_set_text(opaque, newValue) }
    }

    /// Calls `body` immediately at each change.
    package final func onChanged(_ body: @escaping @MainActor () -> Void) {
        Signal.connect(object.pointer, "changed", body)
    }
}

package final class SearchEntry: TextField {
    package convenience init(placeholder: String) {
        self.init(made: gtk_search_entry_new())
        ObjectProperties.set(object.pointer, "placeholder-text", string: placeholder)
    }

    /// Calls `body` when Enter is pressed.
    package func onActivate(_ body: @escaping @MainActor () -> Void) {
        Signal.connect(object.pointer, "activate", body)
    }

    /// The inner text widget, which has the focus and takes the text.
    var typed: OpaquePointer? { gtk_editable_get_delegate(opaque) }

    /// Selects all text, to be overwritten.
    package func selectAll() { gtk_editable_select_region(opaque, 0, -1) }
}

/// A password field. Enter gives the dialog's default response.
///
/// Retain it until the main loop runs again after its window was closed: in GTK 4.8 the closing key would otherwise
/// return to a freed entry.
package final class PasswordEntry: TextField {
    /// An empty field; its icon reveals the text.
    package convenience init() {
        self.init(made: gtk_password_entry_new())
        gtk_password_entry_set_show_peek_icon(opaque, 1)
        ObjectProperties.set(object.pointer, "activates-default", bool: true)
    }
}
