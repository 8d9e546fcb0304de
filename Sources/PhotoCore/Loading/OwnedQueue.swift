import Foundation

/// An operation queue that ends with its owner: its operations are cancelled, and it goes on, so that they leave it.
/// The operations of a suspended queue would keep it, and all that they hold, for ever. From any thread.
final class OwnedQueue: Sendable {
    let queue: OperationQueue

    /// A queue that is not suspended, for this many operations at once; by default one per core.
    init(_ name: String, atOnce count: Int = ProcessInfo.processInfo.activeProcessorCount) {
        queue = OperationQueue(name)
        queue.maxConcurrentOperationCount = count
    }

    deinit {
        // An Operation keeps unowned pointers to its dependents. A cancelled dependent does not wait for it, so the
        // dependencies come apart first, before any operation ends.
        let operations = queue.operations
        for operation in operations {
            for dependency in operation.dependencies { operation.removeDependency(dependency) }
        }
        for operation in operations { operation.cancel() }
        queue.isSuspended = false
    }
}
