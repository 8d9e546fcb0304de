import Foundation
import Synchronization

/// The thread that starts workers. It never ends: the kernel ends a worker together with the thread that started it.
///
/// @unchecked Sendable: `waiting` has a lock of its own, and the semaphore is one.
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

    /// Runs `work` there, after all that was given before.
    func perform(_ work: @escaping @Sendable () -> Void) {
        waiting.withLock { $0.append(work) }
        arrived.signal()
    }
}
