import CGLib

/// A one-shot timer on an ``EventLoopThread``. Releasing its last reference stops it. May be used from any thread.
public final class ThreadTimer: Sendable {
    private final class Action: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    // nonisolated(unsafe): never written after init; GSource is thread-safe.
    nonisolated(unsafe) private let source: UnsafeMutablePointer<GSource>

    init(in context: OpaquePointer, milliseconds: Int, _ body: @escaping @Sendable () -> Void) {
        guard let source = g_timeout_source_new(guint(clamping: milliseconds)) else {
            preconditionFailure("GLib aborts when memory runs out; this never returns NULL")
        }
        self.source = source
        g_source_set_callback(
            source,
            { data in
                data.map { Unmanaged<Action>.fromOpaque($0).takeUnretainedValue().body() }
                return 0
            }, Unmanaged.passRetained(Action(body)).toOpaque(),
            { data in data.map { Unmanaged<Action>.fromOpaque($0).release() } })
        g_source_attach(source, context)
    }

    deinit {
        g_source_destroy(source)
        g_source_unref(source)
    }
}
