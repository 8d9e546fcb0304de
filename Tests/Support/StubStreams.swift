import Foundation
import PhotoCore
import Synchronization

/// A fetcher whose bodies arrive at the test's command.
public final class StubStreams: DataFetching {
    private struct Open {
        let request: FetchRequest
        let flow: FetchFlow
        let receive: @Sendable (FetchEvent) -> Void
    }
    private struct Task: FetchTask {
        let streams: StubStreams
        let number: Int
        func cancel() { streams.end(number, .cancelled, isCancelled: true) }
    }
    private struct State {
        var all: [FetchRequest] = []
        var open: [Int: Open] = [:]
        var closed: [URL] = []
    }
    private let state = Mutex(State())

    /// A fetcher without requests.
    public init() {}

    /// The requested URLs, in order.
    public var asked: [FetchRequest] { state.withLock { $0.all } }
    /// The cancelled URLs.
    public var closed: [URL] { state.withLock { $0.closed } }

    /// Not used by the tests of streams.
    public func fetch(
        _ request: FetchRequest, progress: @escaping @Sendable (FetchProgress) -> Void,
        completion: @escaping @Sendable (Result<FetchedData, FetchFailure>) -> Void
    ) -> any FetchTask {
        completion(.failure(.other(reason: "streams only")))
        return Task(streams: self, number: -1)
    }

    /// Keeps the stream open.
    public func stream(
        _ request: FetchRequest, flow: FetchFlow, receive: @escaping @Sendable (FetchEvent) -> Void
    ) -> any FetchTask {
        let number = state.withLock { state in
            state.all.append(request)
            state.open[state.all.count] = Open(request: request, flow: flow, receive: receive)
            return state.all.count
        }
        return Task(streams: self, number: number)
    }

    private var last: Open? { state.withLock { $0.open.max { $0.key < $1.key }?.value } }

    /// Replies on the stream opened last.
    public func open(
        url: URL? = nil, contentType: String? = nil, expected: Int? = nil, version: BodyVersion? = nil,
        isUnchanged: Bool = false, links: String? = nil, isKept: Bool = false
    ) {
        guard let last else { return }
        if isKept {
            let page = KeptPage(
                list: KeptList(body: Data(), asked: 1), url: url ?? last.request.url, contentType: contentType)
            return last.receive(.opened(FetchOpening(kept: page)))
        }
        let opening = FetchOpening(
            url: url ?? last.request.url, contentType: contentType, expected: expected, version: version,
            isUnchanged: isUnchanged, links: links)
        last.receive(.opened(opening))
    }

    /// Delivers bytes; `goOn` is called when more may follow.
    public func give(_ text: String, goOn: @escaping @Sendable () -> Void = {}) {
        guard let last else { return }
        last.receive(.bytes(Data(text.utf8)))
        last.flow.given(text.utf8.count, goOn: goOn)
    }

    /// Ends it.
    public func end(_ failure: FetchFailure? = nil) {
        guard let number = state.withLock({ $0.open.keys.max() }) else { return }
        end(number, failure, isCancelled: false)
    }

    private func end(_ number: Int, _ failure: FetchFailure?, isCancelled: Bool) {
        let open = state.withLock { state in
            let open = state.open.removeValue(forKey: number)
            if isCancelled, let open { state.closed.append(open.request.url) }
            return open
        }
        open?.receive(.ended(failure))
    }
}
