import CGtk

/// An integer field with buttons.
public final class SpinButton: Widget {
    /// A number in `range`.
    public convenience init(_ range: ClosedRange<Int>, step: Int) {
        self.init(
            made: gtk_spin_button_new_with_range(Double(range.lowerBound), Double(range.upperBound), Double(step)))
        gtk_spin_button_set_numeric(opaque, 1)
    }

    /// The number; reading it applies typed text.
    public var value: Int {
        get {
            gtk_spin_button_update(opaque)
            return Int(gtk_spin_button_get_value_as_int(opaque))
        }
        set { gtk_spin_button_set_value(opaque, Double(newValue)) }
    }
}
