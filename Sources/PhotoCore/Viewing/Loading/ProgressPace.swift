import Synchronization

/// Lets through what a person could see of a download's progress: each percent once.
final class ProgressPace: Sendable {
    private let percent = Mutex(-1)

    /// Whether it is further than it was.
    func isNews(_ progress: FetchProgress) -> Bool {
        let now = progress.fraction.map { Int($0 * 100) } ?? 0
        return percent.withLock { percent in
            defer { percent = max(percent, now) }
            return now > percent
        }
    }
}
