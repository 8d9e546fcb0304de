import CGtk
import GLibBridge

/// A group of rows.
public final class PreferencesGroup: Widget {
    /// A group headed `title`.
    public convenience init(_ title: String) {
        self.init(made: adw_preferences_group_new())
        adw_preferences_group_set_title(object.typed(), title)
    }

    /// Adds a row at the end.
    public func append(_ row: ActionRow) { adw_preferences_group_add(object.typed(), row.widget) }
}
