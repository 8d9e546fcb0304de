import CGtk

/// Keeps its child from becoming wider than it is of use, in the middle of its space (AdwClamp).
package final class Clamp: Widget {
    /// `child`, up to `width` points wide.
    package convenience init(_ child: Widget, width: Int) {
        self.init(made: adw_clamp_new())
        adw_clamp_set_maximum_size(opaque, CInt(width))
        // As wide as its space up to then.
        adw_clamp_set_tightening_threshold(opaque, CInt(width))
        adw_clamp_set_child(opaque, child.widget)
    }
}
