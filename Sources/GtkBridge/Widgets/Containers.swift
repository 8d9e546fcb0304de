import CGtk

/// A row or a column of widgets.
public final class Box: Widget {
    /// An empty box; `spacing` points between its children.
    public init(_ orientation: Orientation, spacing: Int = 0) {
        guard let made = gtk_box_new(orientation.gtk, CInt(spacing)) else { preconditionFailure("never NULL") }
        super.init(made)
    }

    /// Gives all children the same room.
    public func makeHomogeneous() { gtk_box_set_homogeneous(object.typed(), 1) }

    /// Adds a child at the end.
    public func append(_ child: Widget) {
        widget.withMemoryRebound(to: GtkBox.self, capacity: 1) { gtk_box_append($0, child.widget) }
    }

    /// Takes a child out.
    public func remove(_ child: Widget) {
        widget.withMemoryRebound(to: GtkBox.self, capacity: 1) { gtk_box_remove($0, child.widget) }
    }

    /// Adds a child at the beginning.
    public func prepend(_ child: Widget) {
        widget.withMemoryRebound(to: GtkBox.self, capacity: 1) { gtk_box_prepend($0, child.widget) }
    }

    /// Adds a child behind one that is there.
    public func insert(_ child: Widget, after sibling: Widget) {
        widget.withMemoryRebound(to: GtkBox.self, capacity: 1) {
            gtk_box_insert_child_after($0, child.widget, sibling.widget)
        }
    }
}

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

/// Several children, of which one is shown.
public final class Stack: Widget {
    /// An empty stack.
    public convenience init() { self.init(made: gtk_stack_new()) }

    /// Adds a child called `name`.
    public func add(_ child: Widget, name: String) { gtk_stack_add_named(opaque, child.widget, name) }

    /// The name of the child that is shown.
    public var visibleChild: String? {
        get { gtk_stack_get_visible_child_name(opaque).map { String(cString: $0) } }
        set { if let newValue { gtk_stack_set_visible_child_name(opaque, newValue) } }
    }
}
