import CGLib
import Synchronization

/// The only way back to the main context: work is queued from any thread and runs on the thread of GLib's main loop.
///
/// Work that arrives within one frame runs in one wake-up: the next wake-up comes at least `frameMilliseconds` after
/// the previous one, and runs what was queued until then, in order. What takes longer than half a frame of processor
/// time goes on in the next wake-up. Work never runs inside the queueing call, not even on the main context (where
/// g_main_context_invoke_full would run it at once), so this attaches a source instead.
package final class MainContext: Sendable {
    /// 16 ms: a frame at 60 Hz, rounded down, so that a frame never waits for the second wake-up.
    static let frameMilliseconds: Int = 16

    /// 8 ms of processor time: the other half of a frame is GTK's.
    private static let longestTurn = 8_000

    /// The default main context's.
    package static let shared = MainContext()

    /// Gets a wake-up's number of work items, its duration and processor time in microseconds, and its end.
    package typealias Observer =
        @MainActor @Sendable (_ items: Int, _ microseconds: Int, _ processor: Int, _ end: Int) -> Void

    private struct State {
        var queue: [@MainActor @Sendable () -> Void] = []
        var isScheduled = false
        var lastWakeUp: Int = .min
        var wakeUps = 0
        var observer: Observer?
    }
    private let state = Mutex(State())

    /// A separate queue on the default main context.
    package init() {}

    /// How often the queue was emptied.
    var wakeUps: Int { state.withLock { $0.wakeUps } }

    package func observe(_ observer: Observer?) { state.withLock { $0.observer = observer } }

    /// Runs `work` on the main context soon. May be called from any thread.
    package func perform(_ work: @escaping @MainActor @Sendable () -> Void) {
        let now = g_get_monotonic_time() / 1000
        let delay = state.withLock { state -> Int? in
            state.queue.append(work)
            if state.isScheduled { return nil }
            state.isScheduled = true
            guard state.lastWakeUp != .min else { return 0 }
            return max(0, state.lastWakeUp + Self.frameMilliseconds - now)
        }
        if let delay { schedule(after: delay) }
    }

    private func schedule(after delay: Int) {
        // The default priority is above GTK's redraw: a frame shows all earlier work.
        g_timeout_add_full(
            G_PRIORITY_DEFAULT, guint(clamping: delay),
            { data in
                if let data {
                    let context = Unmanaged<MainContext>.fromOpaque(data).takeUnretainedValue()
                    MainActor.assumeIsolated { context.wakeUp() }
                }
                return 0
            }, Unmanaged.passRetained(self).toOpaque(), releaseObject)
    }

    @MainActor
    private func wakeUp() {
        let start = g_get_monotonic_time()
        let processor = MonotonicClock.threadMicroseconds
        let (work, observer) = state.withLock { state in
            state.isScheduled = false
            state.lastWakeUp = start / 1000
            state.wakeUps += 1
            defer { state.queue = [] }
            return (state.queue, state.observer)
        }
        var count = 0
        for item in work {
            item()
            count += 1
            if MonotonicClock.threadMicroseconds - processor >= Self.longestTurn { break }
        }
        if count < work.count { goOn(with: work[count...]) }
        guard let observer else { return }
        let end = g_get_monotonic_time()
        observer(count, end - start, MonotonicClock.threadMicroseconds - processor, end)
    }

    /// Puts back what had no time, before what has been queued since.
    private func goOn(with rest: ArraySlice<@MainActor @Sendable () -> Void>) {
        let isScheduled = state.withLock { state in
            state.queue.insert(contentsOf: rest, at: 0)
            defer { state.isScheduled = true }
            return state.isScheduled
        }
        if !isScheduled { schedule(after: Self.frameMilliseconds) }
    }
}
