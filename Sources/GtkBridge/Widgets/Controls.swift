import CGtk
import GLibBridge

package final class Slider: Widget {
    /// A slider from 0 to 1 with the accessible name `label`, whose value is read as `said`; arrow keys move it by
    /// `step`, Page Up and Page Down by `page`.
    package convenience init(
        label: String, step: Double = 0.01, page: Double = 0.1, said: @escaping @MainActor (Double) -> String
    ) {
        self.init(made: gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1, step))
        gtk_scale_set_draw_value(object.typed(), 0)
        // Rounds to hundredths in any case: the displayed value is exact.
        gtk_range_set_round_digits(object.typed(), 2)
        gtk_range_set_increments(object.typed(), step, page)
        setAccessibleLabel(label)
        setAccessibleValue(said(value))
        onChanged { [weak self] in if let self { setAccessibleValue(said(value)) } }
    }

    /// 0 to 1.
    package var value: Double {
        get { gtk_range_get_value(object.typed()) }
        set { if newValue != value { gtk_range_set_value(object.typed(), newValue) } }
    }

    /// Calls `body` at each change for any reason.
    package func onChanged(_ body: @escaping @MainActor () -> Void) {
        Signal.connect(object.pointer, "value-changed", body)
    }
}

/// An integer field with buttons.
package final class SpinButton: Widget {
    /// What its value is read as.
    private var said: @MainActor (Int) -> String = { "\($0)" }
    /// More than its name and its value say; read after both.
    var hint = "" { didSet { say() } }

    /// A field whose value is read as `said`, with its unit.
    package convenience init(_ range: ClosedRange<Int>, step: Int, said: @escaping @MainActor (Int) -> String) {
        self.init(
            made: gtk_spin_button_new_with_range(Double(range.lowerBound), Double(range.upperBound), Double(step)))
        gtk_spin_button_set_numeric(opaque, 1)
        self.said = said
        say()
        Signal.connect(object.pointer, "value-changed") { [weak self] in if let self { say() } }
    }

    private func say() {
        let value = said(Int(gtk_spin_button_get_value_as_int(opaque)))
        setAccessibleValue(value)
        // The description has the value as well: see there.
        if !hint.isEmpty { setAccessibleDescription("\(value)\n\(hint)") }
    }

    /// The number; reading it applies typed text.
    package var value: Int {
        get {
            gtk_spin_button_update(opaque)
            return Int(gtk_spin_button_get_value_as_int(opaque))
        }
        set { gtk_spin_button_set_value(opaque, Double(newValue)) }
    }
}

/// A box to tick, with a text that ends in an ellipsis if it is too long.
package final class CheckButton: Widget {
    package convenience init(_ text: String) {
        self.init(made: gtk_check_button_new())
        let label = Label(text)
        // Read once, with the box.
        label.setAccessibleHidden(true)
        withExtendedLifetime(label) { gtk_check_button_set_child(object.typed(), label.widget) }
        setAccessibleLabel(text)
    }

    package var isOn: Bool {
        get { gtk_check_button_get_active(object.typed()) != 0 }
        set { gtk_check_button_set_active(object.typed(), newValue ? 1 : 0) }
    }

    package func onToggled(_ body: @escaping @MainActor () -> Void) {
        Signal.connect(object.pointer, "toggled", body)
    }
}

package final class Switch: Widget {
    package convenience init() { self.init(made: gtk_switch_new()) }

    package var isOn: Bool {
        get { gtk_switch_get_active(opaque) != 0 }
        set { gtk_switch_set_active(opaque, newValue ? 1 : 0) }
    }

    package func onSwitched(_ body: @escaping @MainActor () -> Void) { onNotify("active", body) }
}
