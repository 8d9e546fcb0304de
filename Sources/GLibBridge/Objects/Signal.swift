import CGLib

/// The number of a signal connection, for `Signal.disconnect`.
package typealias SignalID = gulong

/// Connects Swift closures to GObject signals.
///
/// A handler takes any number of the signal's arguments after the object, each as a ``SignalValue``. GObject passes
/// typed GValues, so a wrong type causes a GLib criticism, not a wrong read. A handler lives as long as its connection;
/// it captures the object's owner weakly.
package enum Signal {
    /// Connects `body`, which runs on the main context, where the object emits its signals; with `after`, behind the
    /// signal's default handler.
    @discardableResult
    package static func connect<each Argument: SignalValue>(
        _ object: UnsafeMutableRawPointer, _ name: String, after: Bool = false,
        _ body: @escaping @MainActor (repeat each Argument) -> Void
    ) -> SignalID {
        connectAnywhere(object, name, after: after) { (arguments: SignalArguments) in
            MainActor.assumeIsolated(with: arguments) { body(repeat $0.next((each Argument).self)) }
        }
    }

    /// Connects `body`, which returns the signal's result, on the main context.
    @discardableResult
    package static func connect<each Argument: SignalValue, Result: SignalResult>(
        _ object: UnsafeMutableRawPointer, _ name: String,
        _ body: @escaping @MainActor (repeat each Argument) -> Result
    ) -> SignalID {
        connectAnywhere(object, name) { (arguments: SignalArguments) in
            MainActor.assumeIsolated(with: arguments) { $0.answer(body(repeat $0.next((each Argument).self))) }
        }
    }

    /// Connects `body` to an object that emits on its own thread; `body` runs there. (Sendable, so that it does not
    /// inherit isolation.)
    @discardableResult
    package static func connectAnywhere<each Argument: SignalValue>(
        _ object: UnsafeMutableRawPointer, _ name: String, _ body: @escaping @Sendable (repeat each Argument) -> Void
    ) -> SignalID {
        connectAnywhere(object, name) { (arguments: SignalArguments) in
            body(repeat arguments.next((each Argument).self))
        }
    }

    /// Emits a signal without arguments and without a result, on the thread of its handlers.
    package static func emit(_ object: UnsafeMutableRawPointer, _ name: String) {
        var instance = GValue()
        g_value_init_from_instance(&instance, object)
        defer { g_value_unset(&instance) }
        g_signal_emitv(&instance, g_signal_lookup(name, instance.g_type), 0, nil)
    }

    package static func disconnect(_ object: UnsafeMutableRawPointer, _ id: SignalID) {
        g_signal_handler_disconnect(object, id)
    }

    /// The only place that makes closures for C: the marshaller passes the raw arguments to `handle`.
    private static func connectAnywhere(
        _ object: UnsafeMutableRawPointer, _ name: String, after: Bool = false,
        _ handle: @escaping (SignalArguments) -> Void
    ) -> SignalID {
        let data = Boxed(handle).data
        guard let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), data) else { return 0 }
        g_closure_set_marshal(closure) { closure, answer, count, values, _, _ in
            guard let data = closure?.pointee.data, let values else { return }
            // The first value is the object itself.
            let arguments = UnsafeBufferPointer(start: values + 1, count: max(0, Int(count) - 1))
            Boxed<(SignalArguments) -> Void>.value(in: data)(SignalArguments(arguments, answer))
        }
        g_closure_add_finalize_notifier(closure, data) { data, _ in releaseObject(data) }
        return g_signal_connect_closure(object, name, closure, after ? 1 : 0)
    }
}

/// The arguments of one emission, taken in order, and its result. Valid only during the emission.
final class SignalArguments {
    private var rest: Slice<UnsafeBufferPointer<GValue>>
    private let result: UnsafeMutablePointer<GValue>?

    fileprivate init(_ values: UnsafeBufferPointer<GValue>, _ result: UnsafeMutablePointer<GValue>?) {
        rest = values[...]
        self.result = result
    }

    func next<Value: SignalValue>(_: Value.Type) -> Value {
        precondition(!rest.isEmpty, "The handler wants more arguments than the signal has.")
        defer { rest.removeFirst() }
        return withUnsafePointer(to: rest[rest.startIndex]) { Value(signalValue: $0) }
    }

    func answer(_ value: some SignalResult) {
        if let result { value.store(in: result) }
    }
}
