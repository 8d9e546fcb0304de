import Synchronization

/// Tells a worker, from any thread, that its result is no longer wanted.
public final class CancellationFlag: Sendable {
    private let state = Atomic(false)

    /// Not cancelled.
    public init() {}

    /// Whether the result is no longer wanted.
    public var isCancelled: Bool { state.load(ordering: .relaxed) }

    /// Cancels.
    public func cancel() { state.store(true, ordering: .relaxed) }
}
