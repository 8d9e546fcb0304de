import CGtk
import GLibBridge

/// Items at places that its owner decides, in a scrolled area of any height.
///
/// A GtkFixed of two million photos is impossible: GTK lays out in 32-bit integers, and draws in single precision. Here
/// only the scroll position is as large, a double. Children have places relative to the visible part, and the owner
/// gives it those that are on screen.
package final class PlacedItems: ItemsView {
    /// Called in each layout with the size of the visible part, in points; calls ``place(_:in:)`` for all children.
    package var onLayout: (@MainActor (_ width: Double, _ height: Double) -> Void)?
    /// Called when the scroll position has changed from outside; a layout follows.
    package var onScrolled: (@MainActor () -> Void)?
    /// Asked to focus one of the items, because the keyboard enters; returns whether there is one.
    package var onEntered: (@MainActor () -> Bool)?
    /// Called when `added` rows have replaced `removed` in the model.
    package var onRowsChanged: (@MainActor () -> Void)?
    /// Called when any row's selection may have changed.
    package var onSelectionChanged: (@MainActor () -> Void)?
    /// Called with an item that the model's owner wants to be seen.
    package var onReveal: (@MainActor (Int) -> Void)?
    /// Called with the number of a row on Enter or a double click.
    package private(set) var activate: (@MainActor (Int) -> Void)?

    var adjustments: [UInt32: ObjectReference] = [:]
    private var connected: Set<UnsafeMutableRawPointer> = []
    private var model: SelectionListModel?
    private var isConfiguring = false

    /// An area without items.
    package init() {
        super.init(made: Widget.make(PlacedItemsType.type))
        PlacedItemsType.attach(self)
        gtk_widget_set_focusable(widget, 1)
        gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    }

    package override func onActivate(_ body: @escaping @MainActor (Int) -> Void) { activate = body }

    package override func scroll(to item: Int) { onReveal?(item) }

    package override func setModel(_ model: SelectionListModel?) {
        self.model = model
        if let model, connected.insert(UnsafeMutableRawPointer(model.pointer)).inserted {
            let pointer = UnsafeMutableRawPointer(model.pointer)
            Signal.connect(pointer, "items-changed") { [weak self, weak model] in
                if let model, self?.model === model { self?.onRowsChanged?() }
            }
            Signal.connect(pointer, "selection-changed") { [weak self, weak model] in
                if let model, self?.model === model { self?.onSelectionChanged?() }
            }
        }
        onRowsChanged?()
    }

    /// Whether it has a model, whose rows it shows.
    package var hasModel: Bool { model != nil }

    // MARK: - Children

    /// Adds a child, below `upper`, otherwise on top.
    package func add(_ child: Widget, below upper: Widget? = nil) {
        gtk_widget_insert_before(child.widget, widget, upper?.widget)
    }

    package func remove(_ child: Widget) { gtk_widget_unparent(child.widget) }

    /// Gives a child its place within the visible part. Only within ``onLayout``.
    package func place(_ child: Widget, in frame: Frame) {
        // GTK wants to be asked before each allocation.
        gtk_widget_measure(child.widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, nil, nil, nil)
        var point = graphene_point_t(x: Float(frame.x), y: Float(frame.y))
        gtk_widget_allocate(
            child.widget, CInt(points: frame.width), CInt(points: frame.height), -1,
            gsk_transform_translate(nil, &point))
    }

    /// Lays out in the next frame.
    package func queueLayout() { gtk_widget_queue_allocate(widget) }

    // MARK: - Scrolling

    func set(_ adjustment: UnsafeMutableRawPointer?, _ property: UInt32) {
        adjustments[property] = adjustment.map { ObjectReference(borrowing: $0) }
        guard let adjustment, property == PlacedItemsType.vertical, connected.insert(adjustment).inserted else {
            return
        }
        Signal.connect(adjustment, "value-changed") { [weak self] in
            guard let self, !isConfiguring, vertical?.pointer == adjustment else { return }
            onScrolled?()
            queueLayout()
        }
    }

    private var vertical: ObjectReference? { adjustments[PlacedItemsType.vertical] }

    /// The upper edge of the visible part, in points; 0 while it is not scrolled.
    package var position: Double {
        vertical.map { gtk_adjustment_get_value($0.typed()) } ?? 0
    }

    /// Tells how long the area is, of which `page` is visible at `position`, all in points.
    package func configure(position: Double, length: Double, page: Double, width: Double) {
        isConfiguring = true
        defer { isConfiguring = false }
        if let vertical {
            gtk_adjustment_configure(
                vertical.typed(), max(0, min(position, length - page)), 0, max(length, page), 0.1 * page, 0.9 * page,
                page)
        }
        if let across = adjustments[PlacedItemsType.horizontal] {
            gtk_adjustment_configure(across.typed(), 0, 0, width, 0, 0, width)
        }
    }

    // MARK: - Input

    /// Reports presses and clicks with the first button or a finger, on any child that does not handle them.
    package func onItemClick(
        pressed: @escaping @MainActor (_ presses: Int, _ x: Double, _ y: Double) -> Void,
        released:
            @escaping @MainActor (
                _ presses: Int, _ x: Double, _ y: Double, _ isControlHeld: Bool, _ isShiftHeld: Bool
            ) -> Void
    ) {
        let pointer = add(controller: gtk_gesture_click_new())
        Signal.connect(pointer, "pressed", pressed)
        Signal.connect(pointer, "released") { (presses: Int, x: Double, y: Double) in
            let state = gtk_event_controller_get_current_event_state(OpaquePointer(pointer)).rawValue
            released(
                presses, x, y, state & GDK_CONTROL_MASK.rawValue != 0, state & GDK_SHIFT_MASK.rawValue != 0)
        }
    }
}

/// A child of ``PlacedItems`` for one row, which screen readers see.
package final class PlacedItem: Widget {
    /// An item around its content.
    package init(_ content: Widget) {
        super.init(made: PlacedItemsType.makeItem())
        gtk_widget_set_focusable(widget, 1)
        gtk_box_append(object.typed(), content.widget)
        content.expand(horizontally: true, vertically: true)
    }

    /// Whether it looks selected, and is read so.
    package var isSelected = false {
        didSet {
            guard isSelected != oldValue else { return }
            if isSelected {
                gtk_widget_set_state_flags(widget, GTK_STATE_FLAG_SELECTED, 0)
            } else {
                gtk_widget_unset_state_flags(widget, GTK_STATE_FLAG_SELECTED)
            }
            setAccessibleSelected(isSelected)
        }
    }
}
