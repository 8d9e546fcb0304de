import Foundation
import PhotoCore

/// The processor time that this thread has used since a beginning, against a budget. Not wall time: on a busy machine a
/// picture is not to blame for the wait.
struct ProcessorTime {
    private let budget: Duration
    private let start: Duration

    /// Begins now, on the calling thread; to be asked on the same one.
    init(budget: Duration) {
        self.budget = budget
        start = Self.now
    }

    /// What this thread has used since the beginning.
    var used: Duration { Self.now - start }

    /// Throws `.cancelled` when nobody wants the result any more, `.tooSlow` when the budget is used up.
    func check(_ isCancelled: () -> Bool) throws(DecodeFailure) {
        if isCancelled() { throw .cancelled }
        if used > budget { throw .tooSlow(seconds: max(1, Int(budget.components.seconds))) }
    }

    private static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
