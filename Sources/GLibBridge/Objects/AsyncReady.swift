import CGLib

/// The end of an asynchronous GIO operation: a GAsyncReadyCallback and its data. Begin and end are on the main context.
@MainActor
public enum AsyncReady {
    /// Gets the operation's object, and the result for its `…_finish` function.
    public typealias Body = @MainActor (_ source: UnsafeMutableRawPointer?, _ result: OpaquePointer?) -> Void

    /// The data for `callback`, which must be called exactly once: it releases `body`.
    public static func data(_ body: @escaping Body) -> UnsafeMutableRawPointer { Boxed(body).data }

    /// Calls the body of `data`.
    public nonisolated static var callback: GAsyncReadyCallback {
        { source, result, data in
            nonisolated(unsafe) let ended = (source: source, result: result, data: data)
            MainActor.assumeIsolated {
                guard let data = ended.data else { return }
                let box = Unmanaged<Boxed<Body>>.fromOpaque(data).takeRetainedValue()
                box.value(ended.source.map { UnsafeMutableRawPointer($0) }, ended.result)
            }
        }
    }
}

/// A GCancellable: cancelled once, from any thread.
public final class Cancellable: Sendable {
    private let object = ObjectReference(taking: UnsafeMutableRawPointer(g_cancellable_new()))

    /// A cancellable that is not cancelled.
    public init() {}

    /// For GIO's functions.
    public var pointer: UnsafeMutablePointer<GCancellable> { object.typed() }

    /// Cancels; may be called repeatedly, and from any thread.
    public func cancel() { g_cancellable_cancel(pointer) }

    /// Whether it was cancelled.
    public var isCancelled: Bool { g_cancellable_is_cancelled(pointer) != 0 }
}
