import CGtk
import GLibBridge

/// A password field. Enter gives the dialog's default response.
///
/// Retain it until the main loop runs again after its window was closed: in GTK 4.8 the closing key would otherwise
/// return to a freed entry.
public final class PasswordEntry: Widget {
    /// An empty field; its icon reveals the text.
    public convenience init() {
        self.init(made: gtk_password_entry_new())
        gtk_password_entry_set_show_peek_icon(opaque, 1)
        ObjectProperties.set(object.pointer, "activates-default", bool: true)
    }

    /// Its text.
    public var text: String { gtk_editable_get_text(opaque).map { String(cString: $0) } ?? "" }

    /// Calls `body` at each change.
    public func onChanged(_ body: @escaping @MainActor () -> Void) { Signal.connect(object.pointer, "changed", body) }
}
