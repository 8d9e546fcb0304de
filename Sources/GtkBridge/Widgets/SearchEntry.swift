import CGtk
import GLibBridge

/// A search field.
public final class SearchEntry: Widget {
    /// An empty field with a grey `placeholder`.
    public convenience init(placeholder: String) {
        self.init(made: gtk_search_entry_new())
        ObjectProperties.set(object.pointer, "placeholder-text", string: placeholder)
    }

    /// Its text.
    public var text: String {
        get { gtk_editable_get_text(opaque).map { String(cString: $0) } ?? "" }
        set { gtk_editable_set_text(opaque, newValue) }
    }

    /// Calls `body` immediately at each change.
    public func onChanged(_ body: @escaping @MainActor () -> Void) { Signal.connect(object.pointer, "changed", body) }

    /// Calls `body` when Enter is pressed.
    public func onActivate(_ body: @escaping @MainActor () -> Void) { Signal.connect(object.pointer, "activate", body) }

    /// The inner text widget, which has the focus and takes the text.
    var typed: OpaquePointer? { gtk_editable_get_delegate(opaque) }

    /// Selects all text, to be overwritten.
    public func selectAll() { gtk_editable_select_region(opaque, 0, -1) }
}
