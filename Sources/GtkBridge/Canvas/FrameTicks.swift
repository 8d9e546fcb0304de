import CGtk
import GLibBridge

/// Calls back in each frame of a widget's window, before it is laid out and drawn, for as long as it is wanted.
@MainActor
public final class FrameTicks {
    private final class Link {
        weak var ticks: FrameTicks?
    }
    private let widget: Widget
    private let body: @MainActor (Double) -> Bool
    private let link = Link()
    private var id: guint = 0

    /// Will call `body` with the frame's time, in milliseconds of the monotonic clock; it answers whether to go on.
    public init(of widget: Widget, _ body: @escaping @MainActor (_ milliseconds: Double) -> Bool) {
        self.widget = widget
        self.body = body
        link.ticks = self
    }

    /// Calls back from the next frame on.
    public func start() {
        guard id == 0 else { return }
        id = gtk_widget_add_tick_callback(
            widget.widget,
            { _, clock, data in
                guard let clock, let data else { return 0 }
                let time = Double(gdk_frame_clock_get_frame_time(clock)) / 1000
                let link = Unmanaged<Link>.fromOpaque(data).takeUnretainedValue()
                nonisolated(unsafe) let held = link
                return MainActor.assumeIsolated { held.ticks?.tick(time) == true ? 1 : 0 }
            }, Unmanaged.passRetained(link).toOpaque(),
            { data in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } })
    }

    /// Calls back no more.
    public func stop() {
        guard id != 0 else { return }
        gtk_widget_remove_tick_callback(widget.widget, id)
        id = 0
    }

    private func tick(_ time: Double) -> Bool {
        let before = id
        guard body(time) else {
            // The body may have stopped it, or begun it anew.
            if id == before { id = 0 }
            return false
        }
        return id == before
    }
}
