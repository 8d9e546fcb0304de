import CGtk
import GLibBridge

/// A vertically scrolling view of its child.
package final class ScrolledWindow: Widget {
    private var pacing: ScrollPacing?
    private var hover: ScrollHover?
    private var items: ItemsView?

    /// Scrolls `items`, until `show` replaces them.
    package convenience init(items: ItemsView) {
        self.init(made: gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        unnameBars()
        // Before any items get the adjustment.
        if let adjustment = gtk_scrolled_window_get_vadjustment(opaque) {
            pacing = ScrollPacing(adjustment, in: self)
            hover = ScrollHover(adjustment)
        }
        show(items)
    }

    /// Scrolls `child`, which is not a list.
    package convenience init(child: Widget) {
        self.init(made: gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(opaque, child.widget)
        unnameBars()
    }

    /// Scrolls the wide `strip` horizontally, at its natural height; a wheel scrolls it too.
    package convenience init(strip: Widget) {
        self.init(made: gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(opaque, GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER)
        gtk_scrolled_window_set_propagate_natural_height(opaque, 1)
        gtk_scrolled_window_set_child(opaque, strip.widget)
        unnameBars()
        onScroll { [weak self] input in
            guard let self, !input.isSmooth, input.dx == 0, let across = gtk_scrolled_window_get_hadjustment(opaque)
            else { return false }
            gtk_adjustment_set_value(across, gtk_adjustment_get_value(across) + (isRightToLeft ? -60 : 60) * input.dy)
            return true
        }
    }

    /// GTK calls its bars by their types.
    private func unnameBars() {
        for bar in [gtk_scrolled_window_get_vscrollbar(opaque), gtk_scrolled_window_get_hscrollbar(opaque)] {
            guard let bar else { continue }
            for part in [bar, gtk_widget_get_first_child(bar)] {
                part.map { Widget(made: $0) }?.setAccessibleLabel("")
            }
        }
    }

    /// Shows other items at the same adjustment.
    package func show(_ items: ItemsView) {
        self.items = items
        // Placed items have a scale of their own at the side.
        let policy = items is PlacedItems ? GTK_POLICY_EXTERNAL : GTK_POLICY_AUTOMATIC
        gtk_scrolled_window_set_policy(opaque, GTK_POLICY_NEVER, policy)
        pacing?.items = items
        hover?.items = items
        gtk_scrolled_window_set_child(opaque, items.widget)
    }

    /// Calls `body` when the items have their places: now, or after a due layout.
    public func whenLaidOut(_ body: @escaping @MainActor () -> Void) {
        if let pacing { pacing.whenLaidOut(body) } else { body() }
    }

    /// Whether `x`, in points, is where the bar lies: over the items, and only while the pointer moves. A busy program
    /// may read a press on it together with the movement that shows it, and then the press arrives at the items.
    package func isOverBar(_ x: Double) -> Bool {
        guard !(items is PlacedItems), let bar = gtk_scrolled_window_get_vscrollbar(opaque).map({ Widget(made: $0) }),
            verticalAdjustment.upper > verticalAdjustment.pageSize
        else { return false }
        let thickness = bar.minimumWidth
        return isRightToLeft ? x < thickness : x >= width - thickness
    }

    /// Focuses the items, if any.
    package override func grabFocus() {
        if let items { items.grabFocus() } else { super.grabFocus() }
    }

    package var verticalAdjustment: Adjustment { Adjustment(gtk_scrolled_window_get_vadjustment(opaque)) }

    package var horizontalAdjustment: Adjustment { Adjustment(gtk_scrolled_window_get_hadjustment(opaque)) }

    /// Calls `body` at the start and end of a touchpad's scroll; other devices emit neither.
    package func onTouchpadScroll(_ body: @escaping @MainActor () -> Void) {
        let controller = add(controller: gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL))
        gtk_event_controller_set_propagation_phase(OpaquePointer(controller), GTK_PHASE_CAPTURE)
        Signal.connect(controller, "scroll-begin", body)
        Signal.connect(controller, "scroll-end", body)
    }

    /// Calls `keyPressed` before a key reaches the items, and `scrolled` before a wheel, a touchpad or a finger scrolls
    /// them. Calls `dragged` before the scrollbar does.
    package func onPersonMoves(
        keyPressed: @escaping @MainActor (KeyPress) -> Void, scrolled: @escaping @MainActor () -> Void,
        dragged: @escaping @MainActor () -> Void
    ) {
        onKeyBeforeChildren(keyPressed)
        let wheel = add(controller: gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL))
        gtk_event_controller_set_propagation_phase(OpaquePointer(wheel), GTK_PHASE_CAPTURE)
        Signal.connect(wheel, "scroll") {
            scrolled()
            return false
        }
        let finger = add(controller: gtk_gesture_drag_new())
        gtk_event_controller_set_propagation_phase(OpaquePointer(finger), GTK_PHASE_CAPTURE)
        gtk_gesture_single_set_touch_only(OpaquePointer(finger), 1)
        Signal.connect(finger, "drag-update", scrolled)
        if let bar = gtk_scrolled_window_get_vscrollbar(opaque), let range = gtk_widget_get_first_child(bar) {
            Signal.connect(UnsafeMutableRawPointer(range), "change-value") {
                dragged()
                return false
            }
        }
    }
}

/// A scroll position, in points.
@MainActor
package final class Adjustment {
    private let object: ObjectReference
    private var adjustment: UnsafeMutablePointer<GtkAdjustment> { object.typed() }

    /// A scrolled window always has one.
    init(_ adjustment: UnsafeMutablePointer<GtkAdjustment>?) {
        guard let adjustment else { preconditionFailure("a scrolled window always has one") }
        object = ObjectReference(borrowing: UnsafeMutableRawPointer(adjustment))
    }

    /// The top edge of the visible part.
    package var value: Double {
        get { gtk_adjustment_get_value(adjustment) }
        set { gtk_adjustment_set_value(adjustment, newValue) }
    }

    /// Tells all listeners the value again.
    package func repeatValue() { Signal.emit(object.pointer, "value-changed") }

    /// The end of the whole range.
    package var upper: Double { gtk_adjustment_get_upper(adjustment) }
    /// The size of the visible part.
    package var pageSize: Double { gtk_adjustment_get_page_size(adjustment) }

    /// Calls `body` when the position changes for any reason.
    package func onValueChanged(_ body: @escaping @MainActor () -> Void) {
        Signal.connect(object.pointer, "value-changed", body)
    }

    /// Calls `body` when the length of the list or the size of the view changes.
    package func onChanged(_ body: @escaping @MainActor () -> Void) { Signal.connect(object.pointer, "changed", body) }
}

/// Disables hovering while rows scroll past the pointer.
///
/// When another row moves under a resting pointer, GTK removes the hover state from the old row up to the window and
/// sets it from the window down to the new row: the window's state is unchanged in the end, but all of its content is
/// restyled. With a wheel, that is half of every frame.
@MainActor
final class ScrollHover {
    /// The delay after the last movement before rows react again: less than it takes to release a wheel and press.
    private static let restMilliseconds = 80

    var items: Widget? { didSet { oldValue?.setTouchable(true) } }
    private let adjustment: ObjectReference
    private var rest: MainTimer?

    init(_ adjustment: UnsafeMutablePointer<GtkAdjustment>) {
        self.adjustment = ObjectReference(borrowing: UnsafeMutableRawPointer(adjustment))
        Signal.connect(self.adjustment.pointer, "value-changed") { [weak self] in self?.moved() }
    }

    private func moved() {
        // The list's container still handles wheels and fingers.
        if rest == nil { items?.setTouchable(false) }
        rest = MainTimer(after: Self.restMilliseconds) { [weak self] in
            self?.rest = nil
            self?.items?.setTouchable(true)
        }
    }
}
