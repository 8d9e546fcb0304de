import CGtk
import GLibBridge

/// Calls back within the next frame of a window.
@MainActor
public final class FrameRequest {
    /// When within the frame.
    public enum Moment: Sendable {
        /// When the layout is done and nothing is painted yet: geometry can be believed.
        case laidOut
        /// When all is painted.
        case painted
    }

    /// Frames stop while a window is hidden or its compositor asks for none: after so long the geometry is taken as it
    /// is.
    private static let longestWaitMilliseconds = 250

    private let widget: Widget
    private let moment: Moment
    private let body: @MainActor () -> Void
    private var clock: ObjectReference?
    private var isWanted = false
    private var fallback: MainTimer?

    /// Will call `body` at `moment` of frames of `widget`'s window.
    public init(of widget: Widget, _ moment: Moment, _ body: @escaping @MainActor () -> Void) {
        self.widget = widget
        self.moment = moment
        self.body = body
    }

    /// Asks for one call, in the next frame; asked twice before it comes, it comes once.
    public func request() {
        isWanted = true
        // Each time: before the widget is realised there is no clock to ask.
        connectClock()
        if let clock = clock?.opaque {
            gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_LAYOUT)
            if moment == .painted { gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_AFTER_PAINT) }
        }
        // The frame is still waited for: this call may have been at a geometry that is nothing yet.
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
        // After GTK's own handlers, which lay the window out and paint it.
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
