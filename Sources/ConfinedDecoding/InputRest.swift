import Foundation
import Synchronization

/// Gives the memory of workers' inputs back to the system, a moment after their last use.
final class InputRest: Sendable {
    /// Shorter, and a list that pauses between two screens would pay for new memory.
    private static let delay: DispatchTimeInterval = .seconds(1)
    private static let leastUnused: Duration = .milliseconds(500)

    private let inputs: @Sendable () -> [WorkerInput]
    private let rested: @Sendable () -> Void
    private let isScheduled = Mutex(false)

    /// Watches the inputs that `inputs` returns. Calls `rested` on any thread whenever all memory has been given back.
    init(_ inputs: @escaping @Sendable () -> [WorkerInput], rested: @escaping @Sendable () -> Void) {
        (self.inputs, self.rested) = (inputs, rested)
    }

    /// Notes that an input was used.
    func schedule() {
        guard
            isScheduled.withLock({ was in
                defer { was = true }
                return !was
            })
        else { return }
        // Not weak: that would keep something of it until the look as well.
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + Self.delay) { self.look() }
    }

    private func look() {
        isScheduled.withLock { $0 = false }
        let time = ContinuousClock.now - Self.leastUnused
        // All of them, not only up to the first that is in use.
        let remaining = inputs().filter { $0.rest(unusedSince: time) }
        if remaining.isEmpty { rested() } else { schedule() }
    }
}
