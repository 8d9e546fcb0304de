import CGtk
import GLibBridge

/// Calls back when a frame's layout is done, so that geometry can be believed.
@MainActor
public final class AfterLayout {
    /// Frames stop while a window is hidden or its compositor asks for none: after so long the geometry is taken as it is.
    private static let longestWaitMilliseconds = 250

    private let widget: Widget
    private let body: @MainActor () -> Void
    private var clock: ObjectReference?
    private var isWanted = false
    private var fallback: MainTimer?

    /// Will call `body` after layouts of `widget`'s window.
    public init(of widget: Widget, _ body: @escaping @MainActor () -> Void) {
        self.widget = widget
        self.body = body
    }

    /// Asks for one call, after the next layout; asked twice before it comes, it comes once.
    public func request() {
        isWanted = true
        // Each time: before the widget is realised there is no clock to ask.
        connectClock()
        if let clock = clock?.opaque { gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_LAYOUT) }
        // The layout is still waited for: this look may have been at rows that lie nowhere yet.
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
        // After GTK's own handler, which lays the window out, and before it is painted.
        Signal.connect(reference.pointer, "layout", after: true) { [weak self] in self?.fire() }
    }

    private func fire() {
        guard isWanted else { return }
        isWanted = false
        fallback = nil
        body()
    }
}
