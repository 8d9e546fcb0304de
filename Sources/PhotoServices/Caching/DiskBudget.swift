import Synchronization

/// How many bytes may be on disk. From any thread.
final class DiskBudget: Sendable {
    private let limit: Atomic<Int>

    init(_ bytes: Int) { limit = Atomic(bytes) }

    var bytes: Int { limit.load(ordering: .relaxed) }

    /// Sets another; returns whether it is smaller.
    func set(_ bytes: Int) -> Bool { limit.exchange(bytes, ordering: .relaxed) > bytes }
}
