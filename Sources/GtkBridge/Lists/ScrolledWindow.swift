import CGtk
import GLibBridge

/// A vertically scrolling view of its child.
public final class ScrolledWindow: Widget {
    private var pacing: ScrollPacing?
    private var hover: ScrollHover?
    private var items: ItemsView?
    private var isWatchingWidth = false

    /// Scrolls `items`, until `show` replaces them.
    public convenience init(items: ItemsView) {
        self.init(made: gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        // Before any items get the adjustment.
        if let adjustment = gtk_scrolled_window_get_vadjustment(opaque) {
            pacing = ScrollPacing(adjustment, in: self)
            hover = ScrollHover(adjustment)
        }
        show(items)
    }

    /// Scrolls `child`, which is not a list.
    public convenience init(child: Widget) {
        self.init(made: gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(opaque, child.widget)
    }

    /// Scrolls the wide `strip` horizontally, at its natural height; a wheel scrolls it too.
    public convenience init(strip: Widget) {
        self.init(made: gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(opaque, GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER)
        gtk_scrolled_window_set_propagate_natural_height(opaque, 1)
        gtk_scrolled_window_set_child(opaque, strip.widget)
        onScroll { [weak self] input in
            guard let self, !input.isSmooth, input.dx == 0,
                let across = gtk_scrolled_window_get_hadjustment(opaque)
            else { return false }
            gtk_adjustment_set_value(across, gtk_adjustment_get_value(across) + (isRightToLeft ? -60 : 60) * input.dy)
            return true
        }
    }

    /// Shows other items at the same adjustment.
    public func show(_ items: ItemsView) {
        self.items = items
        pacing?.items = items
        hover?.items = items
        gtk_scrolled_window_set_child(opaque, items.widget)
    }

    /// Focuses the items, if any.
    public override func grabFocus() {
        if let items { items.grabFocus() } else { super.grabFocus() }
    }

    /// Its vertical position.
    public var verticalAdjustment: Adjustment { Adjustment(gtk_scrolled_window_get_vadjustment(opaque)) }

    /// Calls `body` after a layout with another width.
    public func onWidth(_ body: @escaping @MainActor () -> Void) {
        onMap { [weak self] in
            guard let self, !isWatchingWidth, let clock = gtk_widget_get_frame_clock(widget) else { return }
            isWatchingWidth = true
            let width = Boxed(0.0)
            // There is no signal for it, and its child may be narrower. After GTK's own handler.
            Signal.connect(UnsafeMutableRawPointer(clock), "layout", after: true) { [weak self] in
                guard let self, isMapped, self.width != width.value else { return }
                width.value = self.width
                body()
            }
        }
    }

    /// Its horizontal position.
    public var horizontalAdjustment: Adjustment { Adjustment(gtk_scrolled_window_get_hadjustment(opaque)) }

    /// Calls `body` at the start and end of a touchpad's scroll; other devices emit neither.
    public func onTouchpadScroll(_ body: @escaping @MainActor () -> Void) {
        let controller = add(controller: gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL))
        gtk_event_controller_set_propagation_phase(OpaquePointer(controller), GTK_PHASE_CAPTURE)
        Signal.connect(controller, "scroll-begin", body)
        Signal.connect(controller, "scroll-end", body)
    }
}
