import Foundation
import PhotoCore

/// What ends one decoding before its time: that nobody wants it any more, or that this thread has used up the processor
/// time it had for it. Not wall time: on a busy machine a picture is not to blame for the wait.
final class DecodeWatch {
    private let budget: Duration
    private let isCancelled: () -> Bool
    private let start: Duration
    private var failure: DecodeFailure?

    /// Begins now, on the calling thread; to be asked on the same one.
    init(budget: Duration, isCancelled: @escaping () -> Bool) {
        self.budget = budget
        self.isCancelled = isCancelled
        start = Self.now
    }

    /// Throws `.cancelled` when nobody wants the result any more, `.tooSlow` when the budget is used up; once it has,
    /// it always does.
    func check() throws(DecodeFailure) {
        if failure == nil, isCancelled() { failure = .cancelled }
        if failure == nil, Self.now - start > budget {
            failure = .tooSlow(seconds: max(1, Int(budget.components.seconds)))
        }
        if let failure { throw failure }
    }

    /// Whether `check` would throw: for those who stop without throwing, after whom `check` is to be called.
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
