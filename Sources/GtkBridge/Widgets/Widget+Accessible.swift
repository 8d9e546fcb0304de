import CGtk
import GLibBridge

extension Widget {
    package func setAccessibleLabel(_ text: String) {
        set(GTK_ACCESSIBLE_PROPERTY_LABEL, text)
        // A button is labelled by its inner label: both would be read.
        gtk_accessible_reset_relation(opaque, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
    }

    /// Its place among `total` rows, from 1.
    package func setAccessiblePosition(_ position: Int, of total: Int) {
        var relations = (GTK_ACCESSIBLE_RELATION_POS_IN_SET, GTK_ACCESSIBLE_RELATION_SET_SIZE)
        var values = (GValue(), GValue())
        gtk_accessible_relation_init_value(relations.0, &values.0)
        gtk_accessible_relation_init_value(relations.1, &values.1)
        g_value_set_int(&values.0, CInt(clamping: position))
        g_value_set_int(&values.1, CInt(clamping: total))
        withUnsafeMutablePointer(to: &relations) { relations in
            relations.withMemoryRebound(to: GtkAccessibleRelation.self, capacity: 2) { relations in
                withUnsafeMutablePointer(to: &values) { values in
                    values.withMemoryRebound(to: GValue.self, capacity: 2) { values in
                        gtk_accessible_update_relation_value(opaque, 2, relations, values)
                    }
                }
            }
        }
        g_value_unset(&values.0)
        g_value_unset(&values.1)
    }

    /// What a screen reader says of its value, with the unit.
    package func setAccessibleValue(_ text: String) {
        set(GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text)
        // GTK 4.8 does not pass it on.
        setAccessibleDescription(text)
    }

    /// Its accessible description, read after the name.
    package func setAccessibleDescription(_ text: String) { set(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text) }

    private func set(_ property: GtkAccessibleProperty, _ text: String) {
        var property = property
        var value = GValue()
        gtk_accessible_property_init_value(property, &value)
        g_value_set_string(&value, text)
        gtk_accessible_update_property_value(opaque, 1, &property, &value)
        g_value_unset(&value)
    }

    /// Whether it is one of those that are selected.
    func setAccessibleSelected(_ isSelected: Bool) {
        var state = GTK_ACCESSIBLE_STATE_SELECTED
        var value = GValue()
        gtk_accessible_state_init_value(state, &value)
        g_value_set_int(&value, isSelected ? 1 : 0)
        gtk_accessible_update_state_value(opaque, 1, &state, &value)
        g_value_unset(&value)
    }

    /// Whether screen readers skip it and its children.
    package func setAccessibleHidden(_ isHidden: Bool) {
        var state = GTK_ACCESSIBLE_STATE_HIDDEN
        var value = GValue()
        gtk_accessible_state_init_value(state, &value)
        g_value_set_boolean(&value, isHidden ? 1 : 0)
        gtk_accessible_update_state_value(opaque, 1, &state, &value)
        g_value_unset(&value)
    }
}
