import GLibBridge
import Glibc
import GtkBridge
import PhotoCore

extension Tracer {
    /// Records from now on what keeps the main context: each wake-up of `MainContext.shared`, and each turn of the main loop
    /// that takes longer than a quarter of a frame.
    @MainActor
    func watchMainContext() {
        MainContext.shared.observe { [self] items, microseconds, end in
            record(.held(.wakeUp(items: items), duration: microseconds), endedAt: end)
        }
        MainLoopWatch.observe { [self] microseconds, end in
            if microseconds > TraceEvent.notableHold { record(.held(.iteration, duration: microseconds), endedAt: end) }
        }
    }

    /// Records the frames of `window` for as long as the watch is kept.
    @MainActor
    func watchFrames(of window: Widget) -> FrameWatch {
        var last: Int?
        return FrameWatch(of: window) { [self] frame in
            guard isOn else {
                last = nil
                return
            }
            let now = Self.threadMicroseconds
            let processor = last.map { now - $0 }
            last = now
            record(
                .frame(duration: frame.duration, interval: frame.interval, processor: processor), endedAt: frame.end)
        }
    }

    /// The processor time that the calling thread has taken.
    private static var threadMicroseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
    }
}
