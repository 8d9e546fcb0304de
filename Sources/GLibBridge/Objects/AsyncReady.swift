import CGLib

/// The end of an asynchronous GIO operation: a GAsyncReadyCallback and its data. Begin and end are on the main context.
@MainActor
package enum AsyncReady {
    /// Gets the operation's object, and the result for its `…_finish` function.
    package typealias Body = @MainActor (_ source: UnsafeMutableRawPointer?, _ result: OpaquePointer?) -> Void

    /// The data for `callback`, which must be called exactly once: it releases `body`.
    package static func data(_ body: @escaping Body) -> UnsafeMutableRawPointer { Boxed(body).data }

    /// Calls the body of `data`.
    package nonisolated static var callback: GAsyncReadyCallback {
        { source, result, data in
            MainActor.assumeIsolated(with: (source, result, data)) { source, result, data in
                guard let data else { return }
                let box = Unmanaged<Boxed<Body>>.fromOpaque(data).takeRetainedValue()
                box.value(source.map { UnsafeMutableRawPointer($0) }, result)
            }
        }
    }
}

/// A GCancellable: cancelled once, from any thread.
package final class Cancellable: Sendable {
    private let object = ObjectReference(taking: UnsafeMutableRawPointer(g_cancellable_new()))

    package init() {}

    /// For GIO's functions.
    package var pointer: UnsafeMutablePointer<GCancellable> { object.typed() }

    /// Cancels; may be called repeatedly, and from any thread.
    package func cancel() { g_cancellable_cancel(pointer) }

    package var isCancelled: Bool { g_cancellable_is_cancelled(pointer) != 0 }
}
