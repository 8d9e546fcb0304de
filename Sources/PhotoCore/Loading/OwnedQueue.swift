import Foundation

/// An operation queue that ends with its owner: its operations are cancelled, and it goes on, so that they leave it.
/// The operations of a suspended queue would keep it, and all that they hold, for ever. From any thread.
final class OwnedQueue: Sendable {
    let queue: OperationQueue

    init(_ queue: OperationQueue) { self.queue = queue }

    deinit {
        queue.cancelAllOperations()
        queue.isSuspended = false
    }
}
