import Foundation
import PhotoCore
import Synchronization

/// A main context that runs queued work only at a test's command.
public final class HandDrivenMainContext: MainContextPerforming {
    /// nil after the end of the test.
    private let queue = Mutex<[@MainActor @Sendable () -> Void]?>([])
    private let arrived = DispatchSemaphore(value: 0)

    /// An empty context.
    public init() {}

    /// Queues work; runs nothing.
    public func perform(_ work: @escaping @MainActor @Sendable () -> Void) {
        queue.withLock { $0?.append(work) }
        arrived.signal()
    }

    /// The number of queued pieces of work.
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

    /// Drops all work, queued or future, because it retains the objects that retain this context.
    public func end() { queue.withLock { $0 = nil } }

    /// Runs queued and arriving work until `condition` holds; false after `seconds`, which only a failing test reaches.
    @MainActor
    public func run(forAtMost seconds: Double = 20, until condition: () -> Bool) -> Bool {
        let deadline = DispatchTime.now() + seconds
        while true {
            drain()
            if condition() { return true }
            if DispatchTime.now() > deadline { return false }
            // Not every change passes through here, so the condition is checked again every 5 ms.
            _ = arrived.wait(timeout: .now() + .milliseconds(5))
        }
    }
}
