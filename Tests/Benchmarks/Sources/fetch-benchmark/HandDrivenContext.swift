import Foundation
import PhotoCore
import Synchronization

/// A main context for a program without a main loop.
final class HandDrivenContext: MainContextPerforming {
    private let queue = Mutex<[@MainActor @Sendable () -> Void]>([])
    private let arrived = DispatchSemaphore(value: 0)

    func perform(_ work: @escaping @MainActor @Sendable () -> Void) {
        queue.withLock { $0.append(work) }
        arrived.signal()
    }

    /// Waits for the next piece of work, and runs it.
    @MainActor
    func wait() {
        arrived.wait()
        queue.withLock { $0.removeFirst() }()
    }
}
