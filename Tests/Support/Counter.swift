import Synchronization

/// Counts how often it is asked, from any thread.
public final class Counter: Sendable {
    private let count = Atomic(0)

    /// Not asked yet.
    public init() {}

    /// How often it has been asked, this time included.
    public func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}
