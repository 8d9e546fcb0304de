import Synchronization

/// Filters a download's progress for display: each percent once.
final class ProgressPace: Sendable {
    private let percent = Mutex(-1)

    /// Whether it has advanced visibly.
    func isNews(_ progress: FetchProgress) -> Bool {
        let now = progress.fraction.map { Int($0 * 100) } ?? 0
        return percent.withLock { percent in
            defer { percent = max(percent, now) }
            return now > percent
        }
    }
}
