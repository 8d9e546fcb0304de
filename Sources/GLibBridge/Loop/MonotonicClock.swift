import CGLib

/// A clock that never goes back.
public enum MonotonicClock {
    /// Milliseconds since some moment in the past.
    public static var milliseconds: Int { g_get_monotonic_time() / 1000 }

    /// Microseconds since the same moment.
    public static var microseconds: Int { g_get_monotonic_time() }
}
