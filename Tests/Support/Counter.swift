import Synchronization

/// Counts calls, from any thread.
public final class Counter: Sendable {
    private let asked = Atomic(0)

    /// A counter at zero.
    public init() {}

    /// The number of calls, including this one.
    public func next() -> Int { asked.add(1, ordering: .relaxed).newValue }

    /// The number of calls so far.
    public var count: Int { asked.load(ordering: .relaxed) }
}
