import CGtk
import GLibBridge

/// Rows that belong together.
public final class PreferencesGroup: Widget {
    /// A group headed `title`.
    public convenience init(_ title: String) {
        self.init(made: adw_preferences_group_new())
        adw_preferences_group_set_title(object.typed(), title)
    }

    /// Adds a row at the end.
    public func append(_ row: ActionRow) { adw_preferences_group_add(object.typed(), row.widget) }
}

/// A row that says what its input at the right is for; pressing the row is pressing that.
public final class ActionRow: Widget {
    private var input: Widget?

    /// A row for `input`, which a screen reader calls the same; an underscore before a letter makes it the mnemonic.
    public convenience init(_ title: String, subtitle: String = "", _ input: Widget) {
        self.init(made: adw_action_row_new())
        adw_preferences_row_set_title(object.typed(), title)
        adw_preferences_row_set_use_underline(object.typed(), 1)
        adw_preferences_row_set_title_selectable(object.typed(), 0)
        adw_action_row_set_subtitle(object.typed(), subtitle)
        self.input = input
        input.align(vertically: .center)
        adw_action_row_add_suffix(object.typed(), input.widget)
        adw_action_row_set_activatable_widget(object.typed(), input.widget)
        // After the row has said that its title names it: else both would be read.
        input.setAccessibleLabel(title.filter { $0 != "_" })
    }

    /// Whether anything can be done with it.
    public var isEnabled: Bool {
        get { gtk_widget_get_sensitive(widget) != 0 }
        set {
            // A screen reader is not told what a widget takes over from its row.
            for each in [self, input].compactMap(\.self) { gtk_widget_set_sensitive(each.widget, newValue ? 1 : 0) }
        }
    }
}

/// A whole number, typed or stepped.
public final class SpinButton: Widget {
    /// A number of `range`.
    public convenience init(_ range: ClosedRange<Int>, step: Int) {
        self.init(
            made: gtk_spin_button_new_with_range(Double(range.lowerBound), Double(range.upperBound), Double(step)))
        gtk_spin_button_set_numeric(opaque, 1)
    }

    /// The number; what is typed counts as soon as it is asked for.
    public var value: Int {
        get {
            gtk_spin_button_update(opaque)
            return Int(gtk_spin_button_get_value_as_int(opaque))
        }
        set { gtk_spin_button_set_value(opaque, Double(newValue)) }
    }
}

/// Buttons side by side of which one stays down.
public final class ChoiceButtons: Widget {
    private var buttons: [Widget] = []

    /// A button each of `titles`, the first one down; `changed` is called when it is another.
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

    /// Which one is down.
    public var chosen: Int {
        get { buttons.firstIndex { gtk_toggle_button_get_active($0.object.typed()) != 0 } ?? 0 }
        set {
            if buttons.indices.contains(newValue) { gtk_toggle_button_set_active(buttons[newValue].object.typed(), 1) }
        }
    }
}
