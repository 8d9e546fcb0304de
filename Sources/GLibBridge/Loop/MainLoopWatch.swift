import CGLib

/// How long each turn of the main loop keeps the main context: from the end of one poll, when something was found to
/// do, to the beginning of the next, when all of it is done.
///
/// Measured around the main context's poll function, which GLib calls once in each turn, and which is the only place
/// where the loop waits. A GSource's prepare and check would not do: GLib leaves out the sources below the priority of
/// one that is ready. A dialog's loop within a turn counts by its own turns, for input is answered in them.
@MainActor
public enum MainLoopWatch {
    /// Gets how many microseconds a turn took, how many of them on the processor, and when it ended, on GLib's
    /// monotonic clock.
    public typealias Observer = @MainActor (_ microseconds: Int, _ processor: Int, _ end: Int) -> Void

    private static var observer: Observer?
    private static var lastPollEnd: (time: Int, processor: Int)?

    /// Calls `observer` at the end of each turn, from now on; it replaces the one before.
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

/// The default main context is run by the main thread alone.
private let pollFunction: GPollFunc = { descriptors, count, timeout in
    MainActor.assumeIsolated { MainLoopWatch.pollBegins() }
    let ready = g_poll(descriptors, count, timeout)
    MainActor.assumeIsolated { MainLoopWatch.pollEnded() }
    return ready
}
