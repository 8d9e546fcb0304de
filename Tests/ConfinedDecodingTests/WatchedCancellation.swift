import ConfinedDecoding
import Foundation
import Synchronization

/// A cancellation at the worst moment, just after the program has looked for one, and the processor time that workers
/// use from then on. A thread of its own reads it: a killed worker takes its figure along.
final class WatchedCancellation: Sendable {
    /// A worker may use less than this.
    static let mostUse: Duration = .milliseconds(50)
    /// A busy machine keeps the program from looking, but not each time.
    private static let tries = 3

    private struct State {
        /// What each worker had used at the moment; nil before.
        var start: [pid_t: Duration]?
        var last: [pid_t: Duration] = [:]
        var isOver = false
    }
    private let pool: WorkerPool
    private let isTime: @Sendable () -> Bool
    private let state = Mutex(State())
    private let isSeen = DispatchSemaphore(value: 0)

    /// The cancellation comes when the program looks and `isTime` is true.
    init(_ pool: WorkerPool, when isTime: @escaping @Sendable () -> Bool) {
        self.pool = pool
        self.isTime = isTime
    }

    /// The least use in some tries of `body`, which returns what ``use()`` returns; the first that is low enough ends
    /// them.
    static func leastUse(_ body: () -> Duration) -> Duration {
        var least = body()
        for _ in 1..<tries where least >= mostUse { least = min(least, body()) }
        return least
    }

    /// The program looks for the cancellation. The first look that could find it does not.
    func isCancelled() -> Bool {
        if state.withLock({ $0.start != nil }) { return true }
        guard isTime() else { return false }
        let times = self.times
        state.withLock { $0.start = times }
        Thread { [self] in
            while !state.withLock({ $0.isOver }) {
                let times = self.times
                state.withLock { $0.last.merge(times) { max($0, $1) } }
                usleep(1000)
            }
            isSeen.signal()
        }.start()
        return false
    }

    /// The most processor time that a worker has used since the cancellation, when its job has ended.
    func use() -> Duration {
        let start = state.withLock { state in
            state.isOver = true
            return state.start
        }
        guard let start else { return .zero }
        isSeen.wait()
        // A worker that has started since then takes the place of a killed one.
        let used = state.withLock { $0.last.map { process, time in time - (start[process] ?? time) } }
        return used.max() ?? .zero
    }

    private var times: [pid_t: Duration] {
        let times = pool.processes.map { ($0, Workers.processorTime($0) ?? .zero) }
        return Dictionary(times) { first, _ in first }
    }
}
