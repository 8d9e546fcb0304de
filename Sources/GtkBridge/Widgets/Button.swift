import CGtk
import GLibBridge

/// A button.
public final class Button: Widget {
    /// A button with a text; an underscore marks the mnemonic.
    public convenience init(_ text: String) { self.init(made: gtk_button_new_with_mnemonic(text)) }

    /// A button with an icon of the theme; `label` is its tooltip and accessible name.
    public convenience init(icon: String, label: String) {
        self.init(made: gtk_button_new_from_icon_name(icon))
        setTooltip(label)
        setAccessibleLabel(label)
    }

    /// Changes its icon and its name.
    public func setIcon(_ icon: String, label: String) {
        gtk_button_set_icon_name(object.typed(), icon)
        setTooltip(label)
        setAccessibleLabel(label)
    }

    /// Its text; an underscore marks the mnemonic.
    public var text: String {
        get { gtk_button_get_label(object.typed()).map { String(cString: $0) } ?? "" }
        set { gtk_button_set_label(object.typed(), newValue) }
    }

    /// Calls `body` when it is pressed.
    public func onClicked(_ body: @escaping @MainActor () -> Void) { Signal.connect(object.pointer, "clicked", body) }

    /// Activates this action, such as "win.NAME".
    public func setAction(_ name: String) { gtk_actionable_set_action_name(opaque, name) }
}
