import CGLib

/// Measures how long each turn of the main loop holds the main context: from the end of one poll to the start of the
/// next.
///
/// Wraps the main context's poll function, which GLib calls once per turn, and which is the loop's only wait. A
/// GSource's prepare and check would not work: GLib skips sources with a lower priority than a ready one. A dialog's
/// nested loop counts by its own turns, because it handles input.
@MainActor
public enum MainLoopWatch {
    /// Gets a turn's duration and processor time in microseconds, and its end on GLib's monotonic clock.
    public typealias Observer = @MainActor (_ microseconds: Int, _ processor: Int, _ end: Int) -> Void

    private static var observer: Observer?
    private static var lastPollEnd: (time: Int, processor: Int)?

    /// Calls `observer` at the end of each turn from now on; replaces an earlier one.
    public static func observe(_ observer: @escaping Observer) {
        if self.observer == nil { g_main_context_set_poll_func(nil, pollFunction) }
        self.observer = observer
    }

    fileprivate static func pollBegins() {
        guard let lastPollEnd else { return }
        let now = g_get_monotonic_time()
        observer?(now - lastPollEnd.time, MonotonicClock.threadMicroseconds - lastPollEnd.processor, now)
    }

    fileprivate static func pollEnded() {
        lastPollEnd = (g_get_monotonic_time(), MonotonicClock.threadMicroseconds)
    }
}

/// Only the main thread runs the default main context.
private let pollFunction: GPollFunc = { descriptors, count, timeout in
    MainActor.assumeIsolated { MainLoopWatch.pollBegins() }
    let ready = g_poll(descriptors, count, timeout)
    MainActor.assumeIsolated { MainLoopWatch.pollEnded() }
    return ready
}
