import CGtk

package final class ProgressBar: Widget {
    package convenience init() { self.init(made: gtk_progress_bar_new()) }

    /// 0 to 1.
    package var fraction: Double {
        get { gtk_progress_bar_get_fraction(opaque) }
        set { gtk_progress_bar_set_fraction(opaque, newValue) }
    }

    /// Shows activity of unknown length; each call moves it a little.
    package func pulse() { gtk_progress_bar_pulse(opaque) }

    /// Shows the fraction, 0 to 1; if nil, activity.
    package func show(_ fraction: Double?) {
        if let fraction { self.fraction = fraction } else { pulse() }
    }
}

/// Spins while work is in progress.
package final class Spinner: Widget {
    package convenience init() { self.init(made: gtk_spinner_new()) }

    /// Whether it spins. Invisible when idle.
    package var isSpinning: Bool {
        get { gtk_spinner_get_spinning(opaque) != 0 }
        set { if newValue != isSpinning { gtk_spinner_set_spinning(opaque, newValue ? 1 : 0) } }
    }
}
