import CGLib

/// The end of something asynchronous of GIO's: what its functions take as GAsyncReadyCallback, and the data that goes
/// with it. To be begun on the main context, where it ends too.
@MainActor
public enum AsyncReady {
    /// Gets the object that it was begun with, and the result, which its `…_finish` function takes.
    public typealias Body = @MainActor (_ source: UnsafeMutableRawPointer?, _ result: OpaquePointer?) -> Void

    private final class Box {
        let body: Body
        init(_ body: @escaping Body) { self.body = body }
    }

    /// The data for `callback`, which must be called exactly once: it lets go of `body`.
    public static func data(_ body: @escaping Body) -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(Box(body)).toOpaque()
    }

    /// Calls the body that `data` was made of.
    public nonisolated static var callback: GAsyncReadyCallback {
        { source, result, data in
            nonisolated(unsafe) let ended = (source: source, result: result, data: data)
            MainActor.assumeIsolated {
                guard let data = ended.data else { return }
                let box = Unmanaged<Box>.fromOpaque(data).takeRetainedValue()
                box.body(ended.source.map { UnsafeMutableRawPointer($0) }, ended.result)
            }
        }
    }
}

/// A GCancellable: cancelled once, from any thread.
public final class Cancellable: Sendable {
    private let object = ObjectReference(taking: UnsafeMutableRawPointer(g_cancellable_new()))

    /// A cancellable that nothing has cancelled yet.
    public init() {}

    /// What GIO's functions take.
    public var pointer: UnsafeMutablePointer<GCancellable> { object.typed() }

    /// Cancels; may be called more than once, and from any thread.
    public func cancel() { g_cancellable_cancel(pointer) }

    /// Whether it was cancelled.
    public var isCancelled: Bool { g_cancellable_is_cancelled(pointer) != 0 }
}
