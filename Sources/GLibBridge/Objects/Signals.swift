import CGLib

/// What a connected closure is kept in, on the C side: retained when it is connected, released by the destroy notify.
private final class Handler<Function> {
    let function: Function
    init(_ function: Function) { self.function = function }
}

/// Gets a handler back out of a signal's user data.
func handler<Function>(_ data: gpointer?, _: Function.Type) -> Function? {
    data.map { Unmanaged<Handler<Function>>.fromOpaque($0).takeUnretainedValue().function }
}

/// A signal connection's number, for `Signal.disconnect`.
public typealias SignalID = gulong

/// Signals of objects that live on the main context, one function for each C signature in use: the compiler cannot check
/// the arity of a GCallback, so nothing else casts to one. Handlers run on the main context; capture weakly what owns
/// the object.
@MainActor
public enum Signal {
    nonisolated static func connect<Function>(
        _ object: UnsafeMutableRawPointer, _ name: String, after: Bool, _ function: Function, _ callback: GCallback?
    ) -> SignalID {
        g_signal_connect_data(
            object, name, callback, Unmanaged.passRetained(Handler(function)).toOpaque(),
            { data, _ in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } },
            after ? G_CONNECT_AFTER : GConnectFlags(rawValue: 0))
    }

    /// `void (*)(object, user_data)`: "clicked", "value-changed", "activate" of an application...
    @discardableResult
    public static func connect(
        _ object: UnsafeMutableRawPointer, _ name: String, after: Bool = false, _ body: @escaping @MainActor () -> Void
    ) -> SignalID {
        typealias Function = @MainActor () -> Void
        let callback: @convention(c) (gpointer?, gpointer?) -> Void = { _, data in
            MainActor.assumeIsolated { handler(data, Function.self)?() }
        }
        return connect(object, name, after: after, body as Function, unsafeBitCast(callback, to: GCallback.self))
    }

    /// `void (*)(object, pointer, user_data)`: "setup", "bind" (the list item); "notify::…" (the GParamSpec); "activate"
    /// of an action (its parameter or NULL); "response" of an AdwMessageDialog (the response's name).
    @discardableResult
    public static func connect(
        _ object: UnsafeMutableRawPointer, pointer name: String,
        _ body: @escaping @MainActor (UnsafeMutableRawPointer?) -> Void
    ) -> SignalID {
        typealias Function = @MainActor (UnsafeMutableRawPointer?) -> Void
        let callback: @convention(c) (gpointer?, gpointer?, gpointer?) -> Void = { _, argument, data in
            nonisolated(unsafe) let argument = argument
            MainActor.assumeIsolated { handler(data, Function.self)?(argument) }
        }
        return connect(object, name, after: false, body as Function, unsafeBitCast(callback, to: GCallback.self))
    }

    /// `void (*)(object, gint or enum, user_data)`: "response" of a GtkNativeDialog, "low-memory-warning".
    @discardableResult
    public static func connect(
        _ object: UnsafeMutableRawPointer, int name: String, _ body: @escaping @MainActor (Int) -> Void
    ) -> SignalID {
        typealias Function = @MainActor (Int) -> Void
        let callback: @convention(c) (gpointer?, CInt, gpointer?) -> Void = { _, argument, data in
            MainActor.assumeIsolated { handler(data, Function.self)?(Int(argument)) }
        }
        return connect(object, name, after: false, body as Function, unsafeBitCast(callback, to: GCallback.self))
    }

    /// `gint (*)(object, pointer, user_data)`: "command-line" of a GApplication.
    @discardableResult
    public static func connect(
        _ object: UnsafeMutableRawPointer, pointerToInt name: String,
        _ body: @escaping @MainActor (UnsafeMutableRawPointer?) -> Int
    ) -> SignalID {
        typealias Function = @MainActor (UnsafeMutableRawPointer?) -> Int
        let callback: @convention(c) (gpointer?, gpointer?, gpointer?) -> CInt = { _, argument, data in
            nonisolated(unsafe) let argument = argument
            return MainActor.assumeIsolated { CInt(handler(data, Function.self)?(argument) ?? 0) }
        }
        return connect(object, name, after: false, body as Function, unsafeBitCast(callback, to: GCallback.self))
    }

    /// `gboolean (*)(object, user_data)`: "close-request"; true stops the default handler.
    @discardableResult
    public static func connect(
        _ object: UnsafeMutableRawPointer, decision name: String, _ body: @escaping @MainActor () -> Bool
    ) -> SignalID {
        typealias Function = @MainActor () -> Bool
        let callback: @convention(c) (gpointer?, gpointer?) -> gboolean = { _, data in
            MainActor.assumeIsolated { handler(data, Function.self)?() == true ? 1 : 0 }
        }
        return connect(object, name, after: false, body as Function, unsafeBitCast(callback, to: GCallback.self))
    }

    /// Undoes a connection.
    public static func disconnect(_ object: UnsafeMutableRawPointer, _ id: SignalID) {
        g_signal_handler_disconnect(object, id)
    }
}
