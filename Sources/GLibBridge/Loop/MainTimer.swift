import CGLib

/// A one-shot timer on the main context. Releasing its last reference stops it.
@MainActor
package final class MainTimer {
    // nonisolated(unsafe): used only on the main context, including deinit, which the compiler allows anywhere.
    nonisolated(unsafe) private var source: guint = 0

    /// Calls `body` on the main context once, in `milliseconds`: at once if negative, and after seven weeks at most.
    package init(after milliseconds: Int, _ body: @escaping @MainActor () -> Void) {
        let fire: @MainActor () -> Void = { [weak self] in
            // Cleared before the body runs, which may release the timer.
            self?.source = 0
            body()
        }
        source = g_timeout_add_full(
            G_PRIORITY_DEFAULT, guint(clamping: milliseconds),
            { data in
                if let data {
                    let fire = Boxed<@MainActor () -> Void>.value(in: data)
                    MainActor.assumeIsolated { fire() }
                }
                return 0
            }, Boxed(fire).data, releaseObject)
    }

    deinit { if source != 0 { g_source_remove(source) } }
}

package enum MonotonicClock {
    /// Microseconds since an arbitrary moment.
    package static var microseconds: Int { g_get_monotonic_time() }
    /// The calling thread's processor time in microseconds: independent of the machine's load.
    package static var threadMicroseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
    }
    /// Milliseconds since an arbitrary moment, with their fraction: frames are timed by them.
    package static var exactMilliseconds: Double { Double(g_get_monotonic_time()) / 1000 }
    /// Milliseconds since an arbitrary moment.
    package static var milliseconds: Int { g_get_monotonic_time() / 1000 }
}
