import CGLib

/// A thread with its own GMainContext, for libraries that must be called on one thread. It runs until the last
/// reference is released.
public final class EventLoopThread: Sendable {
    // nonisolated(unsafe): never written after init; GMainContext and GMainLoop are thread-safe.
    nonisolated(unsafe) private let context: OpaquePointer
    nonisolated(unsafe) private let loop: OpaquePointer

    /// Starts a thread called `name` (the system shows 15 bytes).
    public init(name: String) {
        guard let context = g_main_context_new(), let loop = g_main_loop_new(context, 0) else {
            preconditionFailure("GLib aborts when memory runs out; these never return NULL")
        }
        self.context = context
        self.loop = loop
        let thread = g_thread_new(
            name,
            { data in
                let loop = OpaquePointer(data)
                let context = g_main_loop_get_context(loop)
                g_main_context_push_thread_default(context)
                g_main_loop_run(loop)
                // Finishes remaining work, such as closing connections, which libsoup does in steps.
                while g_main_context_iteration(context, 0) != 0 {}
                g_main_context_pop_thread_default(context)
                g_main_loop_unref(loop)
                return nil
            }, UnsafeMutableRawPointer(g_main_loop_ref(loop)))
        g_thread_unref(thread)
    }

    deinit {
        // Quits from within: a quit before the thread runs its loop would be lost.
        let quit: GSourceFunc = { data in
            g_main_loop_quit(OpaquePointer(data))
            return 0
        }
        g_main_context_invoke_full(
            context, G_PRIORITY_LOW, quit, UnsafeMutableRawPointer(g_main_loop_ref(loop)),
            { data in g_main_loop_unref(OpaquePointer(data)) })
        g_main_loop_unref(loop)
        g_main_context_unref(context)
    }

    /// Runs `body` on the thread, after earlier requests; at once if called on the thread itself.
    public func perform(_ body: @escaping @Sendable () -> Void) {
        g_main_context_invoke_full(
            context, G_PRIORITY_DEFAULT,
            { data in
                data.map { Boxed<@Sendable () -> Void>.value(in: $0)() }
                return 0
            }, Boxed(body).data, releaseObject)
    }

    /// Runs `body` on the thread once, in `milliseconds`, unless the timer is stopped or released earlier.
    public func after(milliseconds: Int, _ body: @escaping @Sendable () -> Void) -> ThreadTimer {
        ThreadTimer(in: context, milliseconds: milliseconds, body)
    }
}
