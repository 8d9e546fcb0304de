import CGtk
import GLibBridge

/// Calls back in each frame of a widget's window, before its layout, as long as wanted.
@MainActor
public final class FrameTicks {
    private let widget: Widget
    private let body: @MainActor (Double) -> Bool
    private var id: guint = 0

    /// Calls `body` with the frame's time, in milliseconds of the monotonic clock; it returns whether to continue.
    public init(of widget: Widget, _ body: @escaping @MainActor (_ milliseconds: Double) -> Bool) {
        self.widget = widget
        self.body = body
    }

    /// Starts with the next frame.
    public func start() {
        guard id == 0 else { return }
        let tick: @MainActor (Double) -> Bool = { [weak self] time in self?.tick(time) == true }
        id = gtk_widget_add_tick_callback(
            widget.widget,
            { _, clock, data in
                guard let clock, let data else { return 0 }
                let time = Double(gdk_frame_clock_get_frame_time(clock)) / 1000
                let tick = Boxed<@MainActor (Double) -> Bool>.value(in: data)
                return MainActor.assumeIsolated { tick(time) ? 1 : 0 }
            }, Boxed(tick).data, releaseObject)
    }

    /// Stops.
    public func stop() {
        guard id != 0 else { return }
        gtk_widget_remove_tick_callback(widget.widget, id)
        id = 0
    }

    private func tick(_ time: Double) -> Bool {
        let before = id
        guard body(time) else {
            // The body may have stopped or restarted it.
            if id == before { id = 0 }
            return false
        }
        return id == before
    }
}
