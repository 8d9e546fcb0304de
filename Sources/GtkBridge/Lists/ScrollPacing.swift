import CGtk
import GLibBridge

/// Lets a list or a grid hear of one change of its scroll position a layout.
///
/// GTK 4.8's list view reckons a position into a row by heights that it knows anew only after a layout. When its
/// adjustment changes a second time before that, as it does under a wheel that turns faster than frames are drawn, it
/// jumps by thousands of rows. So the second change is kept, and made when the layout is done; the same frame then lays
/// out again, and nothing is late.
@MainActor
final class ScrollPacing {
    /// What listens to the adjustment.
    var items: Widget?
    private let adjustment: ObjectReference
    private var layout: FrameRequest?
    private var isLayoutDue = false
    private var kept: Double?

    /// Paces the `adjustment` of `window`, which no items have been given yet: what hears of a change first, can stop
    /// it.
    init(_ adjustment: UnsafeMutablePointer<GtkAdjustment>, in window: Widget) {
        self.adjustment = ObjectReference(borrowing: UnsafeMutableRawPointer(adjustment))
        layout = FrameRequest(of: window, .laidOut) { [weak self] in self?.laidOut() }
        Signal.connect(self.adjustment.pointer, "value-changed") { [weak self] in self?.changed() }
    }

    private func changed() {
        // While the list itself moves its adjustment, within a layout, it has blocked its own handler.
        guard isListListening else { return }
        guard isLayoutDue else {
            isLayoutDue = true
            layout?.request()
            return
        }
        kept = gtk_adjustment_get_value(adjustment.typed())
        g_signal_stop_emission_by_name(adjustment.pointer, "value-changed")
    }

    private func laidOut() {
        isLayoutDue = false
        guard let value = kept else { return }
        kept = nil
        gtk_adjustment_set_value(adjustment.typed(), value)
    }

    private var isListListening: Bool {
        guard let items else { return false }
        let match = GSignalMatchType(
            rawValue: G_SIGNAL_MATCH_ID.rawValue | G_SIGNAL_MATCH_DATA.rawValue | G_SIGNAL_MATCH_UNBLOCKED.rawValue)
        let signal = g_signal_lookup("value-changed", gtk_adjustment_get_type())
        return g_signal_handler_find(adjustment.pointer, match, signal, 0, nil, nil, items.object.pointer) != 0
    }
}
