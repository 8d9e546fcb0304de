import CGtk
import GLibBridge

/// Adjacent buttons, exactly one of which is pressed.
public final class ChoiceButtons: Widget {
    private var buttons: [Widget] = []

    /// A button per title, the first one pressed; calls `changed` when that changes.
    public convenience init(_ titles: [String], changed: @escaping @MainActor () -> Void) {
        self.init(made: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        addClass("linked")
        for title in titles {
            let button = Widget(made: gtk_toggle_button_new_with_label(title))
            gtk_box_append(object.typed(), button.widget)
            if let first = buttons.first {
                gtk_toggle_button_set_group(button.object.typed(), first.object.typed())
            }
            buttons.append(button)
        }
        chosen = 0
        for button in buttons { Signal.connect(button.object.pointer, "toggled") { changed() } }
    }

    /// The index of the pressed one.
    public var chosen: Int {
        get { buttons.firstIndex { gtk_toggle_button_get_active($0.object.typed()) != 0 } ?? 0 }
        set {
            if buttons.indices.contains(newValue) { gtk_toggle_button_set_active(buttons[newValue].object.typed(), 1) }
        }
    }
}
