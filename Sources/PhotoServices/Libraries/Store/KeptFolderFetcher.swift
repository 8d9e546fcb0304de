import Dispatch
import Foundation
import PhotoCore
import Synchronization

/// Keeps what WebDAV folders list in a ``LibraryStore``, and gives it to requests that may have what was kept. All else
/// passes through. From any thread.
///
/// Not an ``HTTPStore``: a PROPFIND is not cacheable by HTTP's rules (RFC 4918, 8.1), and servers whose pages begin a
/// session forbid to store any reply. A library that opens without its server is what the person asked for.
package final class KeptFolderFetcher: DataFetching {
    private let fetcher: any DataFetching
    private let store: LibraryStore
    private let now: @Sendable () -> Double
    /// Reads and unpacks what is kept: folders do not wait for each other.
    private let looking = DispatchQueue(label: "Kept folders", qos: .userInitiated, attributes: .concurrent)
    private let keeping = DispatchQueue(label: "Folder keeping", qos: .utility)

    /// Bytes of a list that are kept: some 50,000 files.
    static let longestPage = 32 << 20
    /// Bytes that are delivered at once.
    private static let piece = 256 << 10

    /// Fetches by `fetcher`. `now` gives seconds since 1970.
    package init(
        _ fetcher: any DataFetching, store: LibraryStore,
        now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }
    ) {
        (self.fetcher, self.store, self.now) = (fetcher, store, now)
    }

    /// See ``DataFetching``.
    package func fetch(
        _ request: FetchRequest, progress: @escaping @Sendable (FetchProgress) -> Void,
        completion: @escaping @Sendable (Result<FetchedData, FetchFailure>) -> Void
    ) -> any FetchTask {
        fetcher.fetch(request, progress: progress, completion: completion)
    }

    /// See ``DataFetching``.
    package func discard(_ url: URL) { fetcher.discard(url) }

    /// See ``DataFetching``.
    package func stream(
        _ request: FetchRequest, flow: FetchFlow, receive: @escaping @Sendable (FetchEvent) -> Void
    ) -> any FetchTask {
        guard request.method.isOfFolder else { return fetcher.stream(request, flow: flow, receive: receive) }
        guard request.mayBeKept else { return fetch(request, flow, receive) }
        let task = KeptTask(flow, receive)
        looking.async { [self] in
            if let page = store.page(at: request.url) {
                task.receive(.opened(FetchOpening(kept: page)))
                give(page.list.body, task)
            } else if request.mustBeKept {
                task.receive(.ended(.cancelled))
            } else {
                task.follow { fetch(request, flow, $0) }
            }
        }
        return task
    }

    private func give(_ rest: Data, _ task: KeptTask) {
        guard !rest.isEmpty else { return task.receive(.ended(nil)) }
        let piece = rest.prefix(Self.piece)
        task.give(Data(piece)) { [self] in looking.async { self.give(rest.dropFirst(piece.count), task) } }
    }

    private func fetch(
        _ request: FetchRequest, _ flow: FetchFlow, _ receive: @escaping @Sendable (FetchEvent) -> Void
    ) -> any FetchTask {
        let arriving = ArrivingPage(asked: now())
        let removals = store.removals
        return fetcher.stream(request, flow: flow) { [store, keeping] event in
            switch arriving.take(event) {
            case .nothing: break
            case .keep(let page): keeping.async { store.keep(page, at: request.url, since: removals) }
            case .remove: keeping.async { store.removePage(at: request.url) }
            }
            receive(event)
        }
    }

    /// Blocks until the disk has been asked for all that was requested; for tests.
    func waitUntilLooked() { looking.sync(flags: .barrier) {} }

    /// Blocks until all that has arrived is kept; for tests.
    func waitUntilKept() { keeping.sync {} }
}

/// A list while it arrives.
private final class ArrivingPage: Sendable {
    enum Change {
        case nothing
        case keep(KeptPage)
        /// The folder is gone.
        case remove
    }

    private struct State {
        var opening: FetchOpening?
        var body = Data()
        /// Whether it is all there, and not too long.
        var isWhole = true
    }
    private let asked: Double
    private let state = Mutex(State())

    /// `asked` is when, in seconds since 1970.
    init(asked: Double) { self.asked = asked }

    func take(_ event: FetchEvent) -> Change {
        state.withLock { state in
            switch event {
            case .opened(let opening): state.opening = opening
            case .bytes(let bytes):
                state.isWhole = state.isWhole && state.body.count + bytes.count <= KeptFolderFetcher.longestPage
                if state.isWhole { state.body += bytes } else { state.body = Data() }
            case .unmarkedEnd: state.isWhole = false
            case .ended(nil):
                let body = state.body
                state.body = Data()
                // A server's other pages replace no list: a login that has expired brings one.
                guard state.isWhole, let opening = state.opening, DAVListing.isWhole(body, from: opening.url) else {
                    break
                }
                let list = KeptList(body: body, asked: asked)
                return .keep(KeptPage(list: list, url: opening.url, contentType: opening.contentType))
            case .ended(.refused(let status, phrase: _, retryAfter: _)?):
                if [404, 410].contains(status) { return .remove }
            case .ended: state.body = Data()
            }
            return .nothing
        }
    }
}

/// The delivery of a list that is kept, or its fetch if none is.
private final class KeptTask: FetchTask {
    private struct State {
        var task: (any FetchTask)?
        /// Until the end has been delivered.
        var receive: (@Sendable (FetchEvent) -> Void)?
    }
    private let state: Mutex<State>
    private let flow: FetchFlow

    init(_ flow: FetchFlow, _ receive: @escaping @Sendable (FetchEvent) -> Void) {
        self.flow = flow
        state = Mutex(State(receive: receive))
    }

    private var isOver: Bool { state.withLock { $0.receive == nil } }

    /// Delivers an event, unless the end has been delivered.
    func receive(_ event: FetchEvent) {
        let receive = state.withLock { state in
            if case .ended = event { return state.receive.take() }
            return state.receive
        }
        receive?(event)
    }

    /// Delivers a piece of the list, and calls `goOn` when there is room for the next; no more once it has ended.
    func give(_ piece: Data, goOn: @escaping @Sendable () -> Void) {
        guard !isOver else { return }
        receive(.bytes(piece))
        flow.given(piece.count, by: self, goOn: goOn)
        // It may have ended meanwhile.
        if isOver { flow.ended(self) }
    }

    /// Starts the fetch, unless it is cancelled already.
    func follow(_ start: (@escaping @Sendable (FetchEvent) -> Void) -> any FetchTask) {
        guard !isOver else { return }
        let task = start { [self] in receive($0) }
        let isOver = state.withLock { state in
            state.task = task
            return state.receive == nil
        }
        if isOver { task.cancel() }
    }

    func cancel() {
        let task = state.withLock { $0.task }
        if let task { task.cancel() } else { receive(.ended(.cancelled)) }
        flow.ended(self)
    }

    var secondsWorthWaiting: Double? { state.withLock { $0.task }?.secondsWorthWaiting }
    var waitsForPerson: Bool { state.withLock { $0.task }?.waitsForPerson ?? false }
}
