import CGtk

/// One child that decides the size, and others on top of it.
public final class Overlay: Widget {
    /// An overlay over `child`.
    public convenience init(child: Widget) {
        self.init(made: gtk_overlay_new())
        gtk_overlay_set_child(opaque, child.widget)
    }

    /// Lays `child` over the others.
    public func add(_ child: Widget) { gtk_overlay_add_overlay(opaque, child.widget) }

    /// Takes a child away that was laid over the others.
    public func remove(_ child: Widget) { gtk_overlay_remove_overlay(opaque, child.widget) }
}
