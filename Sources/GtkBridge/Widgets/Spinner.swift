import CGtk

/// Spins while work is in progress.
public final class Spinner: Widget {
    /// An idle spinner.
    public convenience init() { self.init(made: gtk_spinner_new()) }

    /// Whether it spins. Invisible when idle.
    public var isSpinning: Bool {
        get { gtk_spinner_get_spinning(opaque) != 0 }
        set { if newValue != isSpinning { gtk_spinner_set_spinning(opaque, newValue ? 1 : 0) } }
    }
}
