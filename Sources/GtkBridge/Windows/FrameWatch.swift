import CGtk
import GLibBridge

/// Reports each frame of a window through its frame clock.
@MainActor
public final class FrameWatch {
    /// A frame's times, in microseconds.
    public struct Frame: Sendable {
        /// The duration of layout, drawing, and presentation.
        public let duration: Int
        /// Its end, on GLib's monotonic clock.
        public let end: Int
        /// The time between the starts of the previous frame and this one; nil after a pause without frames. The frame
        /// clock's own time is unsuitable: GDK smooths it.
        public let interval: Int?
    }

    /// A longer gap, 4 frames at 60 Hz, is a pause, unless making a frame filled it.
    private static let pause = 66_667

    private let observer: @MainActor (Frame) -> Void
    private var isConnected = false
    private var start = 0
    private var last: (start: Int, end: Int)?

    /// Calls `observer` after each frame of `window`, from the next time it appears on screen.
    public init(of window: Widget, _ observer: @escaping @MainActor (Frame) -> Void) {
        self.observer = observer
        window.onMap { [weak self, weak window] in
            if let window { self?.connect(window) }
        }
    }

    private func connect(_ window: Widget) {
        guard !isConnected, let found = gtk_widget_get_frame_clock(window.widget) else { return }
        isConnected = true
        let clock = UnsafeMutableRawPointer(found)
        Signal.connect(clock, "before-paint") { [weak self] in self?.start = g_get_monotonic_time() }
        Signal.connect(clock, "after-paint", after: true) { [weak self] in self?.frameIsMade() }
    }

    private func frameIsMade() {
        guard start != 0 else { return }
        let end = g_get_monotonic_time()
        let interval = last.flatMap { start - $0.end > Self.pause ? nil : start - $0.start }
        last = (start, end)
        observer(Frame(duration: end - start, end: end, interval: interval))
    }
}
