import CGLib

/// A monotonic clock.
public enum MonotonicClock {
    /// Microseconds since an arbitrary moment.
    public static var microseconds: Int { g_get_monotonic_time() }
    /// The calling thread's processor time in microseconds: independent of the machine's load.
    public static var threadMicroseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
    }
    /// Milliseconds since an arbitrary moment, with their fraction: frames are timed by them.
    public static var exactMilliseconds: Double { Double(g_get_monotonic_time()) / 1000 }
    /// Milliseconds since an arbitrary moment.
    public static var milliseconds: Int { g_get_monotonic_time() / 1000 }
}
