import CGtk

/// Several children, one of which is shown.
public final class Stack: Widget {
    /// An empty stack.
    public convenience init() { self.init(made: gtk_stack_new()) }

    /// Adds a child called `name`.
    public func add(_ child: Widget, name: String) { gtk_stack_add_named(opaque, child.widget, name) }

    /// The name of the visible child.
    public var visibleChild: String? {
        get { gtk_stack_get_visible_child_name(opaque).map { String(cString: $0) } }
        set { if let newValue { gtk_stack_set_visible_child_name(opaque, newValue) } }
    }
}
