import Foundation
import PhotoCore
import Synchronization

/// A fetcher whose requests stay open until the test answers them. It keeps a server's log.
public final class StubFetcher: DataFetching {
    private struct State {
        var asked: [URL] = []
        var closed: [URL] = []
        var open: [OpenRequest] = []
        var mostOpen = 0
        var secondsWorthWaiting: Double?
        var hasEnded = false
    }
    private struct OpenRequest {
        let id: Int
        let url: URL
        let progress: @Sendable (FetchProgress) -> Void
        let completion: @Sendable (Result<FetchedData, FetchFailure>) -> Void
    }
    private struct Task: FetchTask {
        let fetcher: StubFetcher
        let id: Int
        func cancel() { fetcher.close(id) }
        var secondsWorthWaiting: Double? { fetcher.secondsWorthWaiting }
    }
    private let state = Mutex(State())
    private let changed = DispatchSemaphore(value: 0)

    /// A fetcher without requests.
    public init() {}

    /// All requested URLs, in order.
    public var asked: [URL] { state.withLock { $0.asked } }
    /// The URLs of cancelled requests.
    public var closed: [URL] { state.withLock { $0.closed } }
    /// The URLs of open requests.
    public var open: [URL] { state.withLock { $0.open.map(\.url) } }
    /// The maximum number of requests open at a time.
    public var mostOpen: Int { state.withLock { $0.mostOpen } }

    /// How long the end of an unwanted request is worth waiting for, for every request.
    public var secondsWorthWaiting: Double? {
        get { state.withLock { $0.secondsWorthWaiting } }
        set { state.withLock { $0.secondsWorthWaiting = newValue } }
    }

    /// Logs the request, and keeps it open.
    public func fetch(
        _ request: FetchRequest, progress: @escaping @Sendable (FetchProgress) -> Void,
        completion: @escaping @Sendable (Result<FetchedData, FetchFailure>) -> Void
    ) -> any FetchTask {
        let (id, hasEnded) = state.withLock { state in
            state.asked.append(request.url)
            let id = state.asked.count
            if !state.hasEnded {
                state.open.append(OpenRequest(id: id, url: request.url, progress: progress, completion: completion))
            }
            state.mostOpen = max(state.mostOpen, state.open.count)
            return (id, state.hasEnded)
        }
        if hasEnded { completion(.failure(.cancelled)) }
        changed.signal()
        return Task(fetcher: self, id: id)
    }

    /// Waits until this many requests are open; false after two minutes, which only a failing test reaches.
    public func wait(untilOpen count: Int) -> Bool {
        wait { $0.open.count == count }
    }

    /// Waits until this many requests were made.
    public func wait(untilAsked count: Int) -> Bool {
        wait { $0.asked.count >= count }
    }

    /// Waits until this many requests were cancelled.
    public func wait(untilClosed count: Int) -> Bool {
        wait { $0.closed.count >= count }
    }

    private func wait(_ condition: (State) -> Bool) -> Bool {
        let deadline = DispatchTime.now() + 120
        while !state.withLock({ condition($0) }) {
            if changed.wait(timeout: deadline) == .timedOut { return false }
        }
        return true
    }

    /// Reports progress of the oldest open request for `url`.
    public func report(_ url: URL, _ progress: FetchProgress) {
        state.withLock { $0.open.first { $0.url == url } }?.progress(progress)
    }

    /// Answers the oldest open request for `url`; false without one.
    @discardableResult
    public func answer(
        _ url: URL, _ result: Result<Data, FetchFailure>, extent: FetchedData.Extent = .whole, isStale: Bool = false
    ) -> Bool {
        let request = state.withLock { state -> OpenRequest? in
            guard let index = state.open.firstIndex(where: { $0.url == url }) else { return nil }
            return state.open.remove(at: index)
        }
        request?.completion(result.map { FetchedData(data: $0, url: url, extent: extent, isStale: isStale) })
        changed.signal()
        return request != nil
    }

    /// Answers every open and future request with ``FetchFailure/cancelled``: the queue of a waiting operation retains
    /// it, and it would be left behind.
    public func end() {
        let open = state.withLock { state in
            state.hasEnded = true
            defer { state.open = [] }
            return state.open
        }
        for request in open { request.completion(.failure(.cancelled)) }
    }

    private func close(_ id: Int) {
        let request = state.withLock { state -> OpenRequest? in
            guard let index = state.open.firstIndex(where: { $0.id == id }) else { return nil }
            let request = state.open.remove(at: index)
            state.closed.append(request.url)
            return request
        }
        request?.completion(.failure(.cancelled))
        changed.signal()
    }
}
