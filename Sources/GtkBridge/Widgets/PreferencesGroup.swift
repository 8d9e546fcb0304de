import CGtk
import GLibBridge

/// A row with a label for its input at the right; pressing the row presses the input.
package final class ActionRow: Widget {
    private var input: Widget?

    /// A row for `input`, with the same accessible name; an underscore marks the mnemonic. The subtitle is read after
    /// the input's value, unless it is only the unit, which the value has.
    package convenience init(_ title: String, subtitle: String = "", isUnit: Bool = false, _ input: Widget) {
        self.init(made: adw_action_row_new())
        adw_preferences_row_set_title(object.typed(), title)
        adw_preferences_row_set_use_underline(object.typed(), 1)
        adw_preferences_row_set_title_selectable(object.typed(), 0)
        adw_action_row_set_subtitle(object.typed(), subtitle)
        self.input = input
        input.align(vertically: .center)
        adw_action_row_add_suffix(object.typed(), input.widget)
        adw_action_row_set_activatable_widget(object.typed(), input.widget)
        // After the row has set its title as the label: otherwise both would be read.
        input.setAccessibleLabel(Mnemonic.removed(from: title))
        if subtitle.isEmpty || isUnit { return }
        if let number = input as? SpinButton {
            number.hint = subtitle
        } else {
            input.setAccessibleDescription(subtitle)
        }
    }

    package var isEnabled: Bool {
        get { gtk_widget_get_sensitive(widget) != 0 }
        set {
            // Screen readers do not notice a state inherited from the row.
            for each in [self, input].compactMap(\.self) { gtk_widget_set_sensitive(each.widget, newValue ? 1 : 0) }
        }
    }
}

package final class PreferencesGroup: Widget {
    /// An empty group with this plain title: libadwaita reads it as markup, and it may be a stranger's.
    package convenience init(_ title: String) {
        self.init(made: adw_preferences_group_new())
        adw_preferences_group_set_title(object.typed(), escaped(title))
    }

    package func append(_ row: Widget) { adw_preferences_group_add(object.typed(), row.widget) }

    package func remove(_ row: Widget) { adw_preferences_group_remove(object.typed(), row.widget) }

    /// Shows a button at the end of the title's line.
    package func setHeaderSuffix(_ suffix: Widget) {
        adw_preferences_group_set_header_suffix(object.typed(), suffix.widget)
    }
}
