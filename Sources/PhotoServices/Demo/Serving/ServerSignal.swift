import CSoup

/// Signals of libsoup's server objects, which are emitted on the server's thread (GLibBridge's `Signal` is the main
/// context's).
enum ServerSignal {
    private final class Handler {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }

    /// `void (*)(object, user_data)`. `body` is kept until the object goes; capture weakly what owns the object.
    static func connect(_ object: UnsafeMutableRawPointer, _ name: String, _ body: @escaping () -> Void) {
        let callback: @convention(c) (gpointer?, gpointer?) -> Void = { _, data in
            data.map { Unmanaged<Handler>.fromOpaque($0).takeUnretainedValue().body() }
        }
        g_signal_connect_data(
            object, name, unsafeBitCast(callback, to: GCallback.self), Unmanaged.passRetained(Handler(body)).toOpaque(),
            { data, _ in data.map { Unmanaged<Handler>.fromOpaque($0).release() } }, GConnectFlags(rawValue: 0))
    }
}
