import Foundation
import PhotoCore
import Synchronization

/// A main context that runs what was queued only when a test says so.
public final class HandDrivenMainContext: MainContextPerforming {
    /// nil once the test is over.
    private let queue = Mutex<[@MainActor @Sendable () -> Void]?>([])
    private let arrived = DispatchSemaphore(value: 0)

    /// Nothing is queued.
    public init() {}

    /// Queues; runs nothing.
    public func perform(_ work: @escaping @MainActor @Sendable () -> Void) {
        queue.withLock { $0?.append(work) }
        arrived.signal()
    }

    /// How much is queued.
    public var queued: Int { queue.withLock { $0?.count ?? 0 } }

    /// Runs what is queued now, in order.
    @MainActor
    public func drain() {
        let work = queue.withLock { queue in
            defer { if queue != nil { queue = [] } }
            return queue ?? []
        }
        for item in work { item() }
    }

    /// Forgets what is queued, and all that comes: it holds those that hold this.
    public func end() { queue.withLock { $0 = nil } }

    /// Runs what is queued and what comes, until `condition` holds; false if it does not within `seconds`, which only a
    /// test that fails waits for.
    @MainActor
    public func run(forAtMost seconds: Double = 20, until condition: () -> Bool) -> Bool {
        let deadline = DispatchTime.now() + seconds
        while true {
            drain()
            if condition() { return true }
            if DispatchTime.now() > deadline { return false }
            // Not everything that a condition asks about passes through here: it is asked again every 5 ms.
            _ = arrived.wait(timeout: .now() + .milliseconds(5))
        }
    }
}
