import CGtk
import GLibBridge

/// A line to type what nobody is to see. Enter gives the dialog's default answer.
///
/// Whoever makes one keeps it until the main loop runs again after its window was closed: in GTK 4.8 the key that
/// closes it would else come back to an entry that has gone.
public final class PasswordEntry: Widget {
    /// An empty line; what is typed can be shown by its icon.
    public convenience init() {
        self.init(made: gtk_password_entry_new())
        gtk_password_entry_set_show_peek_icon(opaque, 1)
        ObjectProperties.set(object.pointer, "activates-default", bool: true)
    }

    /// What is typed.
    public var text: String { gtk_editable_get_text(opaque).map { String(cString: $0) } ?? "" }

    /// Calls `body` at each change.
    public func onChanged(_ body: @escaping @MainActor () -> Void) { Signal.connect(object.pointer, "changed", body) }
}
