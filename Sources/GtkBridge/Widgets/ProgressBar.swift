import CGtk

/// A progress bar.
public final class ProgressBar: Widget {
    /// An empty bar.
    public convenience init() { self.init(made: gtk_progress_bar_new()) }

    /// 0 to 1.
    public var fraction: Double {
        get { gtk_progress_bar_get_fraction(opaque) }
        set { gtk_progress_bar_set_fraction(opaque, newValue) }
    }

    /// Shows activity of unknown length; each call moves it a little.
    public func pulse() { gtk_progress_bar_pulse(opaque) }

    /// Shows the fraction, 0 to 1; if nil, activity.
    public func show(_ fraction: Double?) {
        if let fraction { self.fraction = fraction } else { pulse() }
    }
}
