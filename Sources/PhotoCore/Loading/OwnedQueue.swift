import Foundation
import Synchronization

/// An operation queue that ends with its owner: its operations are cancelled, and it goes on, so that they leave it.
/// The operations of a suspended queue would keep it, and all that they hold, for ever. From any thread.
///
/// Foundation uses a queue for a moment after its last operation has ended, and crashes if the queue goes away by
/// then. A queue is therefore never let go: the next owner takes it.
final class OwnedQueue: Sendable {
    let queue: OperationQueue

    private static let left = Mutex<[OperationQueue]>([])

    /// A queue that is not suspended, for this many operations at once; by default one per core.
    init(_ name: String, atOnce count: Int = ProcessInfo.processInfo.activeProcessorCount) {
        let free = Self.left.withLock { left in
            left.firstIndex { $0.operationCount == 0 }.map { left.remove(at: $0) }
        }
        queue = free ?? OperationQueue(name)
        queue.name = name
        queue.maxConcurrentOperationCount = count
    }

    deinit {
        queue.cancelAllOperations()
        queue.maxConcurrentOperationCount = OperationQueue.defaultMaxConcurrentOperationCount
        queue.isSuspended = false
        Self.left.withLock { $0.append(queue) }
    }
}
