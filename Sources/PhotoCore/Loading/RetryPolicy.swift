/// When to retry a photo that failed for a temporary reason. Pure.
///
/// Waits double from attempt to attempt, each drawn from the upper half of its range, so that rows that failed together
/// do not return together ("equal jitter", Brooker, "Exponential Backoff and Jitter", AWS Architecture Blog, 2015).
public struct RetryPolicy: Sendable, Equatable {
    /// The longest first wait, in seconds: long enough for a server to restart, short enough that nobody has pressed
    /// Retry yet.
    var firstWait = 2.0
    /// The maximum wait, except for a server's Retry-After.
    var longestWait = 60.0
    /// The maximum accepted Retry-After, so that a wrong clock loses no row.
    var longestRetryAfter = 3600.0

    /// Seconds until the next try after `attempts` failures, at least 1; nil if a retry cannot help. `random` is drawn
    /// from 0 ..< 1.
    func wait(after failure: PhotoFailure, attempts: Int, random: Double) -> Double? {
        guard failure.isPassing else { return nil }
        let wait = wait(attempts: attempts, random: random)
        guard let asked = failure.retryAfter else { return wait }
        return max(wait, min(asked, longestRetryAfter))
    }

    /// Seconds until the next try after `attempts` failures for an unknown reason.
    func wait(attempts: Int, random: Double) -> Double {
        // Beyond 30 doublings the maximum has long been reached.
        let ceiling = min(longestWait, firstWait * Double(1 << min(30, max(0, attempts - 1))))
        return ceiling / 2 + ceiling / 2 * random
    }
}

extension PhotoFailure {
    /// Whether it may resolve itself.
    var isPassing: Bool {
        guard case .fetch(let failure) = self else { return false }
        switch failure {
        case .noNetwork, .cannotConnect, .hostUnknown, .handshakeCut, .timedOut, .tooSlow, .cutShort, .garbled,
            .crowded:
            return true
        // Request Timeout, Too Many Requests, and temporary server errors.
        case .refused(let status, _, _):
            return [408, 429].contains(status) || (500...599).contains(status) && status != 501
        case .insecure, .unanswerable, .foreign, .tooLarge, .tooManyRedirects, .redirectRefused, .wrongLength,
            .headTooLarge, .unreadableFile, .other, .cancelled:
            return false
        }
    }

    /// Seconds that the server asked to wait.
    var retryAfter: Double? {
        if case .fetch(.refused(_, _, let retryAfter)) = self { retryAfter } else { nil }
    }
}
