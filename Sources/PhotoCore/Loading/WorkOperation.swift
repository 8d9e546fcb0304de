import Foundation

/// Work on a queue, which can ask whether it is still wanted.
///
/// @unchecked Sendable: Operation subclasses restate it; immutable after init.
package final class WorkOperation: Operation, @unchecked Sendable {
    private let work: @Sendable (_ isCancelled: () -> Bool) -> Void

    /// Calls `work` on the queue's thread; not if cancelled before.
    package init(_ work: @escaping @Sendable (_ isCancelled: () -> Bool) -> Void) { self.work = work }

    override package func main() {
        if !isCancelled { work { self.isCancelled } }
    }
}

extension OperationQueue {
    /// A queue that runs this many operations at once; by default one per core.
    package convenience init(
        _ name: String, atOnce count: Int = ProcessInfo.processInfo.activeProcessorCount,
        _ quality: QualityOfService = .userInitiated
    ) {
        self.init()
        self.name = name
        maxConcurrentOperationCount = count
        qualityOfService = quality
    }
}
