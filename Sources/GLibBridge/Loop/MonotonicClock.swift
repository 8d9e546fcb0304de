import CGLib

/// A clock that never goes back.
public enum MonotonicClock {
    /// Microseconds since some moment in the past.
    public static var microseconds: Int { g_get_monotonic_time() }
    /// Microseconds that the calling thread has had the processor for: what others on the machine do does not count.
    public static var threadMicroseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
    }
    /// Milliseconds since some moment in the past.
    public static var milliseconds: Int { g_get_monotonic_time() / 1000 }
}
