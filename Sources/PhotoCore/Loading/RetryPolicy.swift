/// When a photo that failed for a passing reason is tried again. Pure.
///
/// Waits double from attempt to attempt, each drawn from the upper half of its range so that rows that failed together
/// do not come back together ("equal jitter", Brooker, "Exponential Backoff and Jitter", AWS Architecture Blog, 2015).
public struct RetryPolicy: Sendable, Equatable {
    /// The longest first wait: long enough for a server that restarts, short enough that nobody has pressed Retry yet.
    var firstWait: Double
    /// No wait grows beyond this; what a server asks for with Retry-After may.
    var longestWait: Double
    /// The most that a server's Retry-After is believed, so that no row is lost to a wrong clock.
    var longestRetryAfter: Double

    /// The waits in seconds.
    public init(firstWait: Double = 2, longestWait: Double = 60, longestRetryAfter: Double = 3600) {
        self.firstWait = firstWait
        self.longestWait = longestWait
        self.longestRetryAfter = longestRetryAfter
    }

    /// Seconds until the next try after `attempts` failures, 1 or more; nil where trying again can't help. `random` is
    /// drawn from 0 ..< 1.
    func wait(after failure: PhotoFailure, attempts: Int, random: Double) -> Double? {
        guard failure.isPassing else { return nil }
        let wait = wait(attempts: attempts, random: random)
        guard let asked = failure.retryAfter else { return wait }
        return max(wait, min(asked, longestRetryAfter))
    }

    /// Seconds until the next try after `attempts` failed tries, where the reason is not known.
    func wait(attempts: Int, random: Double) -> Double {
        // Beyond 30 doublings the longest wait has long been reached.
        let ceiling = min(longestWait, firstWait * Double(1 << min(30, max(0, attempts - 1))))
        return ceiling / 2 + ceiling / 2 * random
    }
}

extension PhotoFailure {
    /// Whether it may be gone by itself after a while.
    var isPassing: Bool {
        guard case .fetch(let failure) = self else { return false }
        switch failure {
        case .noNetwork, .cannotConnect, .hostUnknown, .timedOut, .tooSlow, .cutShort, .garbled, .crowded:
            return true
        // Request Timeout, Too Many Requests, and the server's own errors but for what it will never do.
        case .refused(let status, _, _):
            return [408, 429].contains(status) || (500...599).contains(status) && status != 501
        case .insecure, .unanswerable, .foreign, .tooLarge, .tooManyRedirects, .redirectRefused, .wrongLength,
            .headTooLarge,
            .unreadableFile, .other, .cancelled:
            return false
        }
    }

    /// Seconds that the server asked to be left alone for.
    var retryAfter: Double? {
        if case .fetch(.refused(_, _, let retryAfter)) = self { retryAfter } else { nil }
    }
}
