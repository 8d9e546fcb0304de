import Foundation
import Synchronization

/// The thread that starts workers. It never ends: the kernel kills a worker when the thread that started it ends.
///
/// @unchecked Sendable: `waiting` has its own lock, and the semaphore is thread-safe.
final class SpawningThread: @unchecked Sendable {
    static let shared = SpawningThread()

    private let waiting = Mutex<[@Sendable () -> Void]>([])
    private let arrived = DispatchSemaphore(value: 0)

    private init() {
        let thread = Thread { [self] in
            while true {
                arrived.wait()
                let next = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                next?()
            }
        }
        thread.name = "workers"
        thread.start()
    }

    /// Runs `work` on this thread, after all earlier work.
    func perform(_ work: @escaping @Sendable () -> Void) {
        waiting.withLock { $0.append(work) }
        arrived.signal()
    }
}
