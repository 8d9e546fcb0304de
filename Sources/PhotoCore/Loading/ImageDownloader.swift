import Foundation
import Synchronization

/// Downloads one photo's bytes, or just enough of them. On the download queue; rows with the same URL share one.
///
/// Cancelling it closes its request.
///
/// @unchecked Sendable: Operation subclasses restate it; the mutable state is in `state`, which has a lock.
final class ImageDownloader: AsynchronousOperation, @unchecked Sendable {
    private struct State {
        var task: (any FetchTask)?
        var result: Result<FetchedData, FetchFailure>?
        var percent = -1
        var received = 0
        /// Why the program gives it up without a cancellation: the photo fails, and may be retried.
        var failure: FetchFailure?
    }
    private let state = Mutex(State())
    private let fetcher: any DataFetching
    private let progressed: @Sendable (ImageDownloader, FetchProgress) -> Void
    private let ended: @Sendable (ImageDownloader, Result<FetchedData, FetchFailure>) -> Void
    private let trace: LoadTrace

    let request: FetchRequest
    /// The version of a file, if determined earlier.
    private let version: PhotoVersion?

    var result: Result<FetchedData, FetchFailure>? { state.withLock { $0.result } }

    /// A download of `request`, for a file of `version` if known. Calls `progressed` for each percent (or at the
    /// beginning, if the length is unknown), and `ended` with the outcome unless it was cancelled before it began; both
    /// on any thread.
    init(
        _ request: FetchRequest, of version: PhotoVersion?, fetcher: any DataFetching, trace: LoadTrace,
        progressed: @escaping @Sendable (ImageDownloader, FetchProgress) -> Void,
        ended: @escaping @Sendable (ImageDownloader, Result<FetchedData, FetchFailure>) -> Void
    ) {
        self.request = request
        self.version = version
        self.fetcher = fetcher
        self.trace = trace
        self.progressed = progressed
        self.ended = ended
        super.init()
    }

    override func begin() {
        trace.downloadBegan(request.url)
        // Immediately, so that the row says "Downloading" while the server works.
        progressed(self, FetchProgress(received: 0, expected: nil))
        let task = fetcher.fetch(request, progress: { [weak self] in self?.report($0) }) { [self] result in
            complete(result)
        }
        let isOver = state.withLock { state in
            guard state.result == nil else { return true }
            state.task = task
            return false
        }
        // Cancelled between the start and here: cancel() found no task.
        if !isOver, isCancelled { task.cancel() }
    }

    override func cancel() {
        super.cancel()
        state.withLock { $0.task }?.cancel()
    }

    /// How many seconds an unwanted running download should continue; nil if it should stop.
    var secondsWorthWaiting: Double? { state.withLock { $0.task }?.secondsWorthWaiting }

    /// Whether it waits for a person to enter a name and a password.
    var waitsForPerson: Bool { state.withLock { $0.task }?.waitsForPerson ?? false }

    var received: Int { state.withLock { $0.received } }

    /// Ends the download with `failure`, unless it has ended.
    func giveUp(_ failure: FetchFailure) {
        let task = state.withLock { state in
            state.failure = failure
            return state.task
        }
        task?.cancel()
    }

    private func report(_ progress: FetchProgress) {
        let percent = progress.fraction.map { Int($0 * 100) } ?? 0
        let isNews = state.withLock { state in
            defer { state.percent = max(state.percent, percent) }
            state.received = max(state.received, progress.received)
            return percent > state.percent && state.result == nil
        }
        if isNews, !isCancelled { progressed(self, progress) }
    }

    private func complete(_ fetched: Result<FetchedData, FetchFailure>) {
        var result = fetched.map { [version] data in
            var data = data
            data.version = version
            return data
        }
        if case .failure(.cancelled) = result, let failure = state.withLock({ $0.failure }) {
            result = .failure(failure)
        }
        let outcome = result
        state.withLock { state in
            state.result = outcome
            state.task = nil
        }
        trace.downloadEnded(request.url, (try? outcome.get())?.data.count)
        ended(self, outcome)
        finish()
    }
}
