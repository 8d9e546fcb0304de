import CGtk

/// Shows the widest child that fits (AdwSqueezer).
public final class Squeezer: Widget {
    /// These children, the widest first.
    public convenience init(_ children: [Widget]) {
        self.init(made: adw_squeezer_new())
        adw_squeezer_set_homogeneous(opaque, 0)
        for child in children { adw_squeezer_add(opaque, child.widget) }
    }
}
