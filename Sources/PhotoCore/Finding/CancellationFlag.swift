import Synchronization

/// Says from any thread to a worker that its result is not wanted any more.
final class CancellationFlag: Sendable {
    private let state = Atomic(false)

    /// Whether it is not wanted.
    var isCancelled: Bool { state.load(ordering: .relaxed) }

    /// Nobody wants it.
    func cancel() { state.store(true, ordering: .relaxed) }
}
