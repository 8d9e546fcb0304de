import CGtk
import GLibBridge

/// A text field.
public final class Entry: Widget {
    /// An empty field with a grey `placeholder`; `isURL` for addresses.
    public convenience init(placeholder: String, isURL: Bool = false) {
        self.init(made: gtk_entry_new())
        gtk_entry_set_placeholder_text(object.typed(), placeholder)
        gtk_entry_set_activates_default(object.typed(), 1)
        if isURL { gtk_entry_set_input_purpose(object.typed(), GTK_INPUT_PURPOSE_URL) }
    }

    /// Its text.
    public var text: String {
        get { gtk_editable_get_text(opaque).map { String(cString: $0) } ?? "" }
        set { gtk_editable_set_text(opaque, newValue) }
    }

    /// Calls `body` at each change.
    public func onChanged(_ body: @escaping @MainActor () -> Void) { Signal.connect(object.pointer, "changed", body) }
}
