import CGtk

/// Turns while something is under way.
public final class Spinner: Widget {
    /// A spinner at rest.
    public convenience init() { self.init(made: gtk_spinner_new()) }

    /// Whether it turns. At rest it is not to be seen.
    public var isSpinning: Bool {
        get { gtk_spinner_get_spinning(opaque) != 0 }
        set { if newValue != isSpinning { gtk_spinner_set_spinning(opaque, newValue ? 1 : 0) } }
    }
}
