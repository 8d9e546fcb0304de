import CGtk
import GLibBridge

/// A button that stays down.
public final class ToggleButton: Widget {
    /// A button with an icon of the theme; `label` is its tooltip and what a screen reader calls it.
    public convenience init(icon: String, label: String) {
        self.init(made: gtk_toggle_button_new())
        gtk_button_set_icon_name(object.typed(), icon)
        setTooltip(label)
        setAccessibleLabel(label)
    }

    /// Pressing it activates the action, such as "win.NAME", whose state it shows.
    public func setAction(_ name: String) { gtk_actionable_set_action_name(opaque, name) }
}
