import Foundation
import PhotoCore

/// Ends a decoding early: if it is no longer wanted, or if its thread has used up its processor time. Not wall time: a
/// busy machine is not the picture's fault.
final class DecodeWatch {
    private let budget: Duration
    private let isCancelled: () -> Bool
    private let start: Duration
    private var failure: DecodeFailure?

    /// Starts now, on the calling thread; check on the same one.
    init(budget: Duration, isCancelled: @escaping () -> Bool) {
        self.budget = budget
        self.isCancelled = isCancelled
        start = Self.now
    }

    /// Throws `.cancelled` if the result is no longer wanted, `.tooSlow` if the budget is used up; from then on always.
    func check() throws(DecodeFailure) {
        if failure == nil, isCancelled() { failure = .cancelled }
        if failure == nil, Self.now - start > budget {
            failure = .tooSlow(seconds: max(1, Int(budget.components.seconds)))
        }
        if let failure { throw failure }
    }

    /// Whether `check` would throw: for code that stops without throwing, and calls `check` afterwards.
    func isOver() -> Bool {
        do {
            try check()
            return false
        } catch {
            return true
        }
    }

    private static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
