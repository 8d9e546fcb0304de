import CGtk
import GLibBridge

package class Button: Widget {
    /// A button with a text; an underscore marks the mnemonic.
    package convenience init(_ text: String) {
        self.init(made: gtk_button_new_with_mnemonic(text))
        setAccessibleLabel(Mnemonic.removed(from: text))
        AccessibleNames.hideLabel(of: widget)
        AccessibleNames.setMark(of: object.pointer)
    }

    /// A button with an icon of the theme; `label` is its tooltip and accessible name.
    package convenience init(icon: String, label: String) {
        self.init(made: Self.makeEmpty())
        setIcon(icon, label: label)
    }

    class func makeEmpty() -> UnsafeMutablePointer<GtkWidget>? { gtk_button_new() }

    /// A text that has no room in a line goes on in the next.
    package func wrapText() {
        guard let label = gtk_button_get_child(object.typed()).map({ OpaquePointer($0) }) else { return }
        gtk_label_set_wrap(label, 1)
        gtk_label_set_wrap_mode(label, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_justify(label, GTK_JUSTIFY_CENTER)
    }

    package func setIcon(_ icon: String, label: String) {
        gtk_button_set_icon_name(object.typed(), icon)
        setTooltip(label)
        setAccessibleLabel(label)
        // Not the tooltip, which is the name.
        setAccessibleDescription("")
    }

    /// Its text; an underscore marks the mnemonic.
    package var text: String {
        get { gtk_button_get_label(object.typed()).map { String(cString: $0) } ?? "" }
        set {
            gtk_button_set_label(object.typed(), newValue)
            setAccessibleLabel(Mnemonic.removed(from: newValue))
            // After an icon, the label is a new one.
            AccessibleNames.hideLabel(of: widget)
        }
    }

    package func onClicked(_ body: @escaping @MainActor () -> Void) { Signal.connect(object.pointer, "clicked", body) }

    /// Activates this action, such as "win.NAME".
    package func setAction(_ name: String) { gtk_actionable_set_action_name(opaque, name) }
}

/// A button that shows the state of its action.
package final class ToggleButton: Button {
    override class func makeEmpty() -> UnsafeMutablePointer<GtkWidget>? { gtk_toggle_button_new() }

    package var isPressed: Bool {
        get { gtk_toggle_button_get_active(object.typed()) != 0 }
        set { gtk_toggle_button_set_active(object.typed(), newValue ? 1 : 0) }
    }
}
