import CGLib

/// A one-shot timer on the main context. Releasing its last reference stops it.
@MainActor
public final class MainTimer {
    // nonisolated(unsafe): used only on the main context, including deinit, which the compiler allows anywhere.
    nonisolated(unsafe) private var source: guint = 0

    /// Calls `body` on the main context once, in `milliseconds`.
    public init(after milliseconds: Int, _ body: @escaping @MainActor () -> Void) {
        let fire: @MainActor () -> Void = { [weak self] in
            // Cleared before the body runs, which may release the timer.
            self?.source = 0
            body()
        }
        source = g_timeout_add_full(
            G_PRIORITY_DEFAULT, guint(max(0, milliseconds)),
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
