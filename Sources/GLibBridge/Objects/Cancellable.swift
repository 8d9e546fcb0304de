import CGLib

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
