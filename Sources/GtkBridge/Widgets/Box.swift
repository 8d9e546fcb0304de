import CGtk

/// A row or a column of widgets.
public final class Box: Widget {
    /// A box of these children, with `spacing` points between them.
    public init(_ orientation: Orientation, spacing: Int = 0, _ children: Widget...) {
        super.init(made: gtk_box_new(orientation.gtk, CInt(spacing)))
        for child in children { append(child) }
    }

    /// Gives all children the same size.
    public func makeHomogeneous() { gtk_box_set_homogeneous(object.typed(), 1) }

    /// Adds a child at the end.
    public func append(_ child: Widget) {
        widget.withMemoryRebound(to: GtkBox.self, capacity: 1) { gtk_box_append($0, child.widget) }
    }

    /// Removes a child.
    public func remove(_ child: Widget) {
        widget.withMemoryRebound(to: GtkBox.self, capacity: 1) { gtk_box_remove($0, child.widget) }
    }

    /// Adds a child at the beginning.
    public func prepend(_ child: Widget) {
        widget.withMemoryRebound(to: GtkBox.self, capacity: 1) { gtk_box_prepend($0, child.widget) }
    }

    /// Adds a child after another.
    public func insert(_ child: Widget, after sibling: Widget) {
        widget.withMemoryRebound(to: GtkBox.self, capacity: 1) {
            gtk_box_insert_child_after($0, child.widget, sibling.widget)
        }
    }
}
