import CGtk
import GLibBridge

/// A list of rows, made as they are needed and used again and again.
public final class ListView: Widget {
    /// Calls `body` with the row that is clicked twice, or on which Enter is pressed. GTK's own way of activating rows by a
    /// single click has the pointer select all that it passes.
    public func onActivate(_ body: @escaping @MainActor (Int) -> Void) {
        Signal.connect(object.pointer, uint: "activate", body)
    }

    /// Scrolls as little as shows the row.
    public func scroll(to row: Int) {
        gtk_widget_activate_action_variant(widget, "list.scroll-to-item", g_variant_new_uint32(guint(row)))
    }

    /// A list of `model`'s rows, which `factory` makes; of which a person selects some.
    public convenience init(selecting model: SelectionListModel, factory: RowFactory) {
        // gtk_list_view_new takes over the references it is given.
        let selection = OpaquePointer(g_object_ref(UnsafeMutableRawPointer(model.pointer)))
        self.init(made: gtk_list_view_new(selection, OpaquePointer(g_object_ref(factory.object.pointer))))
    }
}

/// Room that shows a part of its child and scrolls over the rest, up and down.
public final class ScrolledWindow: Widget {
    private var pacing: ScrollPacing?
    private var hover: ScrollHover?

    /// Scrolls over `list`.
    public convenience init(list: ListView) {
        self.init(made: gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        // Before the list is given the adjustment.
        if let adjustment = gtk_scrolled_window_get_vadjustment(opaque) {
            pacing = ScrollPacing(adjustment, of: list)
            hover = ScrollHover(adjustment, of: list)
        }
        gtk_scrolled_window_set_child(opaque, list.widget)
    }

    /// Scrolls over `child`, which is no list.
    public convenience init(child: Widget) {
        self.init(made: gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(opaque, child.widget)
    }

    /// Its vertical position.
    public var verticalAdjustment: Adjustment {
        guard let adjustment = gtk_scrolled_window_get_vadjustment(opaque) else {
            preconditionFailure("a scrolled window always has one")
        }
        return Adjustment(adjustment)
    }

    /// Calls `body` when a touchpad begins a scroll and when it ends one; other devices emit neither.
    public func onTouchpadScroll(_ body: @escaping @MainActor () -> Void) {
        guard let controller = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL) else { return }
        gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
        Signal.connect(UnsafeMutableRawPointer(controller), "scroll-begin", body)
        Signal.connect(UnsafeMutableRawPointer(controller), "scroll-end", body)
        gtk_widget_add_controller(widget, controller)
    }
}
