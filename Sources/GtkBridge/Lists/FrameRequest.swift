import CGtk
import GLibBridge

/// Calls back within the next frame of a window.
///
/// Its handler stays with the window's clock: to be kept by its owner for all of its frames.
@MainActor
package final class FrameRequest {
    package enum Moment: Sendable {
        /// After the layout, before painting: geometry is valid.
        case laidOut
        case painted
    }

    /// Frames stop while a window is hidden or its compositor requests none: after this long the current geometry is
    /// used.
    private static let longestWaitMilliseconds = 250

    private let widget: Widget
    private let moment: Moment
    private let body: @MainActor () -> Void
    private var clock: ObjectReference?
    private var isWanted = false
    private var fallback: MainTimer?

    /// Calls `body` at `moment` of frames of `widget`'s window.
    package init(of widget: Widget, _ moment: Moment, _ body: @escaping @MainActor () -> Void) {
        self.widget = widget
        self.moment = moment
        self.body = body
    }

    /// Requests one call in the next frame; repeated requests before it are merged.
    package func request() {
        isWanted = true
        // Each time: an unrealized widget has no clock.
        connectClock()
        if let clock = clock?.opaque {
            gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_LAYOUT)
            if moment == .painted { gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_AFTER_PAINT) }
        }
        // Still waits for the frame: this call may have had no valid geometry.
        if fallback == nil {
            fallback = MainTimer(after: Self.longestWaitMilliseconds) { [weak self] in
                self?.fallback = nil
                self?.body()
            }
        }
    }

    private func connectClock() {
        guard clock == nil, let found = gtk_widget_get_frame_clock(widget.widget) else { return }
        let reference = ObjectReference(borrowing: UnsafeMutableRawPointer(found))
        clock = reference
        // After GTK's own handlers for layout and painting.
        let signal = moment == .laidOut ? "layout" : "after-paint"
        Signal.connect(reference.pointer, signal, after: true) { [weak self] in self?.fire() }
    }

    private func fire() {
        guard isWanted else { return }
        isWanted = false
        fallback = nil
        body()
    }
}
