import CGLib

/// A one-shot timer on the main context. Releasing its last reference stops it.
@MainActor
public final class MainTimer {
    private final class Action {
        weak var timer: MainTimer?
        let body: @MainActor () -> Void
        init(_ body: @escaping @MainActor () -> Void) { self.body = body }
    }
    // nonisolated(unsafe): used only on the main context, including deinit, which the compiler allows anywhere.
    nonisolated(unsafe) private var source: guint = 0

    /// Calls `body` on the main context once, in `milliseconds`.
    public init(after milliseconds: Int, _ body: @escaping @MainActor () -> Void) {
        let action = Action(body)
        action.timer = self
        source = g_timeout_add_full(
            G_PRIORITY_DEFAULT, guint(max(0, milliseconds)),
            { data in
                if let data {
                    let action = Unmanaged<Action>.fromOpaque(data).takeUnretainedValue()
                    MainActor.assumeIsolated {
                        // Cleared before the body runs, which may release the timer.
                        action.timer?.source = 0
                        action.body()
                    }
                }
                return 0
            }, Unmanaged.passRetained(action).toOpaque(),
            { data in data.map { Unmanaged<Action>.fromOpaque($0).release() } })
    }

    deinit { if source != 0 { g_source_remove(source) } }
}
