import CGLib

/// The signals that ask a program to end: from a terminal (SIGINT), from one that is closed (SIGHUP), from the end
/// of the session (SIGTERM).
@MainActor
public enum TerminationSignals {
    private static var handler: (@MainActor () -> Void)?

    /// Calls `handler` in the main loop at the first of them, from now on. The next one ends the program at once:
    /// whoever asks again does not want to wait.
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
                    // Taking the source away gives the signal its default back.
                    return G_SOURCE_REMOVE
                }, nil)
        }
    }
}
