import CGLib

/// The signals that ask a program to end: SIGINT and SIGHUP from a terminal, SIGTERM at the end of the session.
@MainActor
public enum TerminationSignals {
    private static var handler: (@MainActor () -> Void)?

    /// Calls `handler` in the main loop at the first signal. The next one ends the program at once: a second request is
    /// impatient.
    public static func handle(_ handler: @escaping @MainActor () -> Void) {
        guard self.handler == nil else {
            self.handler = handler
            return
        }
        self.handler = handler
        for signal in [SIGINT, SIGHUP, SIGTERM] {
            _ = g_unix_signal_add(
                signal,
                { _ in
                    MainActor.assumeIsolated { TerminationSignals.handler?() }
                    // Removing the source restores the signal's default.
                    return G_SOURCE_REMOVE
                }, nil)
        }
    }
}
