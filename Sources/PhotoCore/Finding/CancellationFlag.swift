import Synchronization

/// Says from any thread to a worker that its result is not wanted any more.
public final class CancellationFlag: Sendable {
    private let state = Atomic(false)

    /// Nobody has cancelled yet.
    public init() {}

    /// Whether it is not wanted.
    public var isCancelled: Bool { state.load(ordering: .relaxed) }

    /// Nobody wants it.
    public func cancel() { state.store(true, ordering: .relaxed) }
}
