import CGtk
import GLibBridge

/// A slider.
public final class Slider: Widget {
    /// A slider from 0 to 1 with the accessible name `label`; arrow keys move it by `step`, Page Up and Page Down by
    /// `page`.
    public convenience init(label: String, step: Double = 0.01, page: Double = 0.1) {
        self.init(made: gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1, step))
        gtk_scale_set_draw_value(object.typed(), 0)
        // Rounds to hundredths in any case: the displayed value is exact.
        gtk_range_set_round_digits(object.typed(), 2)
        gtk_range_set_increments(object.typed(), step, page)
        setAccessibleLabel(label)
    }

    /// 0 to 1.
    public var value: Double {
        get { gtk_range_get_value(object.typed()) }
        set { if newValue != value { gtk_range_set_value(object.typed(), newValue) } }
    }

    /// Calls `body` at each change for any reason.
    public func onChanged(_ body: @escaping @MainActor () -> Void) {
        Signal.connect(object.pointer, "value-changed", body)
    }
}
