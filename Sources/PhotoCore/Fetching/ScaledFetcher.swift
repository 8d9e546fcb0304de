import Foundation
import Synchronization

/// Fetches a row's picture in the size at which it is shown, where a server gives it in many (``ScaledPicture``); where
/// it refuses that size, in the usual one. All else passes through. From any thread.
package struct ScaledFetcher: DataFetching {
    private let fetcher: any DataFetching

    /// Fetches by `fetcher`.
    package init(_ fetcher: any DataFetching) { self.fetcher = fetcher }

    /// See ``DataFetching``. A picture that is smaller than its photo says how large that is.
    package func fetch(
        _ request: FetchRequest, progress: @escaping @Sendable (FetchProgress) -> Void,
        completion: @escaping @Sendable (Result<FetchedData, FetchFailure>) -> Void
    ) -> any FetchTask {
        guard let wanted = request.wanted, let picture = ScaledPicture(request.url),
            let url = picture.address(filling: wanted)
        else { return fetcher.fetch(request, progress: progress, completion: completion) }
        let usual = picture.usualAddress
        let task = ScaledTask()
        task.follow(
            fetcher.fetch(request.at(url), progress: progress) { [fetcher] result in
                // Some servers make fewer sizes, or smaller ones, than they say.
                guard case .failure(.refused) = result, let usual, usual != url else {
                    return completion(result.map { $0.of(picture.whole) })
                }
                task.follow(fetcher.fetch(request.at(usual), progress: progress, completion: completion))
            })
        return task
    }

    /// See ``DataFetching``.
    package func stream(
        _ request: FetchRequest, flow: FetchFlow, receive: @escaping @Sendable (FetchEvent) -> Void
    ) -> any FetchTask {
        fetcher.stream(request, flow: flow, receive: receive)
    }

    /// See ``DataFetching``. Of a picture in many sizes, all are removed.
    package func discard(_ url: URL) {
        for each in ScaledPicture(url)?.addresses ?? [url] { fetcher.discard(each) }
    }
}

/// A picture's request, and the one for the usual size after it.
private final class ScaledTask: FetchTask {
    private struct State {
        var isCancelled = false
        /// The requests that have begun: one may end, and the next one begin, before its task is known here.
        var tasks: [any FetchTask] = []
    }
    private let state = Mutex(State())

    func cancel() {
        let tasks = state.withLock { state in
            state.isCancelled = true
            return state.tasks
        }
        for each in tasks { each.cancel() }
    }

    var secondsWorthWaiting: Double? { state.withLock { $0.tasks }.lazy.compactMap(\.secondsWorthWaiting).first }
    var waitsForPerson: Bool { state.withLock { $0.tasks }.contains { $0.waitsForPerson } }

    func follow(_ task: any FetchTask) {
        let isCancelled = state.withLock { state in
            state.tasks.append(task)
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }
}

extension FetchedData {
    /// A smaller picture of a photo that has this size.
    fileprivate func of(_ whole: PixelSize) -> FetchedData {
        var fetched = self
        fetched.photoSize = whole
        return fetched
    }
}
