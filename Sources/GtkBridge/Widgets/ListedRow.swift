import CGtk
import GLibBridge

/// A row that is pressed as a whole, with a title and a subtitle on a line each, between a picture and buttons.
package final class ListedRow: Widget {
    package convenience init(_ title: String, subtitle: String, prefix: Widget, suffixes: [Widget]) {
        self.init(made: adw_action_row_new())
        // Both come from strangers.
        adw_preferences_row_set_use_markup(object.typed(), 0)
        adw_preferences_row_set_title(object.typed(), title)
        adw_action_row_set_subtitle(object.typed(), subtitle)
        adw_action_row_set_title_lines(object.typed(), 1)
        adw_action_row_set_subtitle_lines(object.typed(), 1)
        adw_action_row_add_prefix(object.typed(), prefix.widget)
        for suffix in suffixes { adw_action_row_add_suffix(object.typed(), suffix.widget) }
        gtk_list_box_row_set_activatable(object.typed(), 1)
        // Not of the whole row: it would cover the next one.
        prefix.setTooltip(subtitle)
    }

    package func onActivated(_ body: @escaping @MainActor () -> Void) {
        Signal.connect(object.pointer, "activated", body)
    }
}
