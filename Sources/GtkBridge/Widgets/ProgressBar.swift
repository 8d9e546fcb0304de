import CGtk

/// How far something is.
public final class ProgressBar: Widget {
    /// A bar at its beginning.
    public convenience init() { self.init(made: gtk_progress_bar_new()) }

    /// 0 to 1.
    public var fraction: Double {
        get { gtk_progress_bar_get_fraction(opaque) }
        set { gtk_progress_bar_set_fraction(opaque, newValue) }
    }

    /// Shows that something goes on whose end is not known; each call moves it a little.
    public func pulse() { gtk_progress_bar_pulse(opaque) }

    /// Shows how much is done, 0 to 1; where that is not known, that something goes on.
    public func show(_ fraction: Double?) {
        if let fraction { self.fraction = fraction } else { pulse() }
    }
}
