import CGtk
import GLibBridge

extension Widget {
    /// Its accessible name.
    public func setAccessibleLabel(_ text: String) {
        set(GTK_ACCESSIBLE_PROPERTY_LABEL, text)
        // A button is labelled by its inner label: both would be read.
        gtk_accessible_reset_relation(opaque, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
    }

    /// Its accessible description, read after the name.
    public func setAccessibleDescription(_ text: String) { set(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text) }

    private func set(_ property: GtkAccessibleProperty, _ text: String) {
        var property = property
        var value = GValue()
        gtk_accessible_property_init_value(property, &value)
        g_value_set_string(&value, text)
        gtk_accessible_update_property_value(opaque, 1, &property, &value)
        g_value_unset(&value)
    }

    /// Whether screen readers skip it and its children.
    public func setAccessibleHidden(_ isHidden: Bool) {
        var state = GTK_ACCESSIBLE_STATE_HIDDEN
        var value = GValue()
        gtk_accessible_state_init_value(state, &value)
        g_value_set_boolean(&value, isHidden ? 1 : 0)
        gtk_accessible_update_state_value(opaque, 1, &state, &value)
        g_value_unset(&value)
    }
}
