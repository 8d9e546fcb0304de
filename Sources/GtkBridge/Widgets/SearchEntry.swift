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
    var typed: OpaquePointer? { gtk_editable_get_delegate(opaque) }

    /// Selects all that is typed, to be typed over.
    public func selectAll() { gtk_editable_select_region(opaque, 0, -1) }
}
