import CGtk
import GLibBridge

/// A toggle button.
public final class ToggleButton: Widget {
    /// A button with an icon of the theme; `label` is its tooltip and accessible name.
    public convenience init(icon: String, label: String) {
        self.init(made: gtk_toggle_button_new())
        gtk_button_set_icon_name(object.typed(), icon)
        setTooltip(label)
        setAccessibleLabel(label)
    }

    /// Activates this action, such as "win.NAME", and shows its state.
    public func setAction(_ name: String) { gtk_actionable_set_action_name(opaque, name) }
}
