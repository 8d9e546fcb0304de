import CGtk
import GLibBridge

/// Adjacent buttons, above each other if text is large, exactly one of which is pressed.
package final class ChoiceButtons: Widget {
    private var buttons: [Widget] = []

    /// A button per title, the first one pressed; calls `changed` when that changes.
    package convenience init(_ titles: [String], changed: @escaping @MainActor () -> Void) {
        // Texts that are twice as large would not fit a phone's width.
        let orientation = Style.textScale >= Style.largeText ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL
        self.init(made: gtk_box_new(orientation, 0))
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
    package var chosen: Int {
        get { buttons.firstIndex { gtk_toggle_button_get_active($0.object.typed()) != 0 } ?? 0 }
        set {
            if buttons.indices.contains(newValue) { gtk_toggle_button_set_active(buttons[newValue].object.typed(), 1) }
        }
    }
}
