import CGtk

/// One child that determines the size, and others on top of it.
public final class Overlay: Widget {
    /// An overlay over `child`.
    public convenience init(child: Widget) {
        self.init(made: gtk_overlay_new())
        gtk_overlay_set_child(opaque, child.widget)
    }

    /// Adds `child` on top of the others.
    public func add(_ child: Widget) { gtk_overlay_add_overlay(opaque, child.widget) }

    /// Removes a child from the top.
    public func remove(_ child: Widget) { gtk_overlay_remove_overlay(opaque, child.widget) }
}
