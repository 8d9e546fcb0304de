import CGtk
import GLibBridge

/// Passes only one change of the scroll position per layout to a list or a grid.
///
/// GTK 4.8's list view converts a position to a row with heights that are valid only after a layout. If its adjustment
/// changes twice before that, as with a wheel faster than the frames, it jumps by thousands of rows. So the second
/// change is deferred until after the layout; the same frame then lays out again, without delay.
@MainActor
final class ScrollPacing {
    /// The listener of the adjustment.
    var items: Widget?
    private let adjustment: ObjectReference
    private var layout: FrameRequest?
    private var isLayoutDue = false
    /// The change that the list has taken before its layout, and the newest one after it.
    private var taken = 0.0
    private var kept: (value: Double, isPlace: Bool)?
    /// Whether the next change is a place in the whole range, by the scrollbar, and no distance from the one before.
    private var isPlace = false
    private var waiting: [@MainActor () -> Void] = []

    /// Paces the `adjustment` of `window`, before it has items: the first handler can stop a change.
    init(_ adjustment: UnsafeMutablePointer<GtkAdjustment>, in window: Widget) {
        self.adjustment = ObjectReference(borrowing: UnsafeMutableRawPointer(adjustment))
        layout = FrameRequest(of: window, .laidOut) { [weak self] in self?.laidOut() }
        Signal.connect(self.adjustment.pointer, "value-changed") { [weak self] in self?.changed() }
        onDrag(of: window) { [weak self] in self?.isPlace = true }
    }

    /// Calls `body` before the scrollbar of `window` changes the adjustment.
    private func onDrag(of window: Widget, _ body: @escaping @MainActor () -> Void) {
        guard let bar = gtk_scrolled_window_get_vscrollbar(window.opaque), let range = gtk_widget_get_first_child(bar)
        else { return }
        Signal.connect(UnsafeMutableRawPointer(range), "change-value") {
            body()
            return false
        }
    }

    private func changed() {
        defer { isPlace = false }
        // Placed items take any number of changes, and have their places after the next layout as well.
        if items is PlacedItems {
            isLayoutDue = true
            layout?.request()
            return
        }
        // While the list moves its adjustment during a layout, it blocks its own handler.
        guard isListListening else { return }
        guard isLayoutDue else {
            isLayoutDue = true
            taken = value
            layout?.request()
            return
        }
        kept = (value, isPlace)
        g_signal_stop_emission_by_name(adjustment.pointer, "value-changed")
    }

    /// Calls `body` now, or after the layouts of all changes so far.
    func whenLaidOut(_ body: @escaping @MainActor () -> Void) {
        if isLayoutDue { waiting.append(body) } else { body() }
    }

    private func laidOut() {
        isLayoutDue = false
        if let kept {
            self.kept = nil
            pass(kept.value + (kept.isPlace ? 0 : shift(of: kept.value)))
        }
        guard !isLayoutDue else { return }
        let ready = waiting
        waiting = []
        for body in ready { body() }
    }

    private var value: Double { gtk_adjustment_get_value(adjustment.typed()) }

    /// The adjustment says nothing of a value that it has. The list has not heard of it: it would keep its own place.
    private func pass(_ next: Double) {
        if next == value {
            Signal.emit(adjustment.pointer, "value-changed")
        } else {
            gtk_adjustment_set_value(adjustment.typed(), next)
        }
    }

    /// How far the layout has moved the change that the list has taken: rows that have arrived above move everything on
    /// screen down, and the `next` change as well. Less than two points are the list's rounding, and no row is as low.
    /// A list at `next` has been told so, or was not laid out: nothing has moved.
    private func shift(of next: Double) -> Double {
        abs(value - next) < 2 || abs(value - taken) < 2 ? 0 : value - taken
    }

    private var isListListening: Bool {
        guard let items else { return false }
        let match = GSignalMatchType(
            rawValue: G_SIGNAL_MATCH_ID.rawValue | G_SIGNAL_MATCH_DATA.rawValue | G_SIGNAL_MATCH_UNBLOCKED.rawValue)
        let signal = g_signal_lookup("value-changed", gtk_adjustment_get_type())
        return g_signal_handler_find(adjustment.pointer, match, signal, 0, nil, nil, items.object.pointer) != 0
    }
}
