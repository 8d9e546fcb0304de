import Foundation
import PhotoCore
import Synchronization

/// A main context for a program without a main loop, which records how long it is blocked.
final class HandDrivenContext: MainContextPerforming {
    private let queue = Mutex<[@MainActor @Sendable () -> Void]>([])
    private let arrived = DispatchSemaphore(value: 0)
    /// The longest piece of work, in seconds: by the clock, and of the processor.
    @MainActor private(set) var longest = 0.0
    @MainActor private(set) var longestProcessor = 0.0

    func perform(_ work: @escaping @MainActor @Sendable () -> Void) {
        queue.withLock { $0.append(work) }
        arrived.signal()
    }

    /// Waits for the next piece of work, and runs it.
    @MainActor
    func wait() {
        arrived.wait()
        let work = queue.withLock { $0.removeFirst() }
        hold(work)
    }

    /// Runs something, and records its duration.
    @MainActor
    func hold(_ body: () -> Void) {
        let processor = Self.processorSeconds
        let time = ContinuousClock().measure(body) / .seconds(1)
        longest = max(longest, time)
        longestProcessor = max(longestProcessor, Self.processorSeconds - processor)
    }

    /// Of this thread.
    private static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
