import CGtk
import GLibBridge

/// A number between two ends, to be dragged or moved by keys.
public final class Slider: Widget {
    /// A slider from 0 to 1 whose arrow keys move it by `step`, Page Up and Page Down by `page`; `label` is what a
    /// screen reader calls it.
    public convenience init(label: String, step: Double = 0.01, page: Double = 0.1) {
        self.init(made: gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1, step))
        gtk_scale_set_draw_value(object.typed(), 0)
        // Hundredths, whatever moves it: what is said of it is what it is.
        gtk_range_set_round_digits(object.typed(), 2)
        gtk_range_set_increments(object.typed(), step, page)
        setAccessibleLabel(label)
    }

    /// 0 to 1.
    public var value: Double {
        get { gtk_range_get_value(object.typed()) }
        set { if newValue != value { gtk_range_set_value(object.typed(), newValue) } }
    }

    /// Calls `body` at each change, whatever made it.
    public func onChanged(_ body: @escaping @MainActor () -> Void) {
        Signal.connect(object.pointer, "value-changed", body)
    }
}
