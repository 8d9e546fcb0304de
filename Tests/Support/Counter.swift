import Synchronization

/// Counts how often it is asked, from any thread.
public final class Counter: Sendable {
    private let asked = Atomic(0)

    /// Not asked yet.
    public init() {}

    /// How often it has been asked, this time included.
    public func next() -> Int { asked.add(1, ordering: .relaxed).newValue }

    /// How often it was asked before.
    public var count: Int { asked.load(ordering: .relaxed) }
}
