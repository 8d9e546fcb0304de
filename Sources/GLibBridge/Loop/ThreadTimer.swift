import CGLib

/// A one-shot timer on an ``EventLoopThread``. Releasing its last reference stops it. May be used from any thread.
public final class ThreadTimer: Sendable {
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
                data.map { Boxed<@Sendable () -> Void>.value(in: $0)() }
                return 0
            }, Boxed(body).data, releaseObject)
        g_source_attach(source, context)
    }

    deinit {
        g_source_destroy(source)
        g_source_unref(source)
    }
}
