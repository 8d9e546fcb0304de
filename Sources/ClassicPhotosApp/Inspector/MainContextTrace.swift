import GLibBridge
import GtkBridge
import PhotoCore

extension Tracer {
    /// Records what holds the main context from now on: each wake-up of `MainContext.shared`, and each turn of the main
    /// loop longer than a quarter of a frame.
    @MainActor
    func watchMainContext() {
        MainContext.shared.observe { [self] items, microseconds, processor, end in
            record(.held(.wakeUp(items: items), duration: microseconds, processor: processor), endedAt: end)
        }
        MainLoopWatch.observe { [self] microseconds, processor, end in
            guard microseconds > TraceEvent.notableHold else { return }
            record(.held(.iteration, duration: microseconds, processor: processor), endedAt: end)
        }
    }

    /// Records the frames of `window` while the watch is retained.
    @MainActor
    func watchFrames(of window: Widget) -> FrameWatch {
        var last: Int?
        return FrameWatch(of: window) { [self] frame in
            guard isOn else {
                last = nil
                return
            }
            let now = MonotonicClock.threadMicroseconds
            let processor = last.map { now - $0 }
            last = now
            record(.frame(duration: frame.duration, interval: frame.interval, processor: processor), endedAt: frame.end)
        }
    }
}
