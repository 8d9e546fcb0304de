import Foundation
import PhotoCore
import Synchronization

/// Fetches just enough, and nothing twice: a ``DataFetcher`` and an ``HTTPStore`` that follows HTTP's caching rules.
///
/// A photo's download ends when its bytes suffice for the wanted size. Fetched data is stored, even from interrupted
/// and cancelled downloads, and resumed. Each host is asked in its cheapest way. Files are read as far as necessary,
/// and not stored. May be called from any thread.
public final class CachingFetcher: DataFetching {
    private struct State {
        /// The fetches of each URL; the first is running, and the others wait for its result.
        var lanes: [URL: [BodyFetch]] = [:]
        /// The streams, and whether they must leave nothing on disk.
        var streams: [ObjectIdentifier: (fetch: BodyFetch, isDiscarded: Bool)] = [:]
        /// The URLs whose running fetch must leave nothing on disk.
        var discarded: Set<URL> = []
        var hosts: [HostKey: HostPolicy] = [:]
    }
    /// Thumbnails of different sizes suffice for different requests.
    private struct HostKey: Hashable {
        let host: String
        let wanted: PixelSize?
        let isFirstRequest: Bool
    }
    private let state = Mutex(State())
    private let network: DataFetcher
    private let store: HTTPStore?
    private let check: ThumbnailCheck
    private let account: MemoryAccount
    private let now: @Sendable () -> Double
    /// Keeps files and judgements off the network thread.
    private let queue = DispatchQueue(label: "Fetching", attributes: .concurrent)
    private let idle = DispatchGroup()

    /// How many hosts are remembered; beyond that, all are forgotten.
    private static let mostHosts = 1000

    /// Fetches over `network` and stores in `store`, if given. `decoder` compares thumbnails with their photos;
    /// `account` counts the memory of arriving bodies; `now` returns seconds since 1970.
    public init(
        network: DataFetcher, store: HTTPStore?, decoder: any PictureDecoding, account: MemoryAccount = MemoryAccount(),
        now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }
    ) {
        self.network = network
        self.store = store
        self.now = now
        self.account = account
        check = ThumbnailCheck(decoder: decoder)
    }

    /// See ``DataFetching``. A request for a URL that is being fetched waits for that result, which usually suffices.
    public func fetch(
        _ request: FetchRequest, progress: @escaping @Sendable (FetchProgress) -> Void,
        completion: @escaping @Sendable (Result<FetchedData, FetchFailure>) -> Void
    ) -> any FetchTask {
        let context = SerialContext("Fetch", target: queue)
        let host = { @Sendable [self] in policy(for: request) }
        let collector = BodyCollector(
            request, in: context, store: store(of: request), check: check, account: account,
            tracer: network.tracer, now: now,
            listener: BodyCollector.Listener(
                progress: progress, completion: completion, host: host, learn: { [self] in learn($0, from: request) },
                isDiscarded: { [self] in isDiscarded($0) }))
        let fetch = BodyFetch(
            request, in: context, over: network, isCollected: true, to: collector, host: host,
            left: { [self] in left($0) })
        idle.enter()
        let isFirst = state.withLock { state in
            state.lanes[request.url, default: []].append(fetch)
            return state.lanes[request.url]?.count == 1
        }
        if isFirst { fetch.start() }
        return fetch
    }

    /// See ``DataFetching``. Data is written to disk as it arrives; several streams of one URL are independent.
    public func stream(
        _ request: FetchRequest, flow: FetchFlow, receive: @escaping @Sendable (FetchEvent) -> Void
    ) -> any FetchTask {
        idle.enter()
        let context = SerialContext("Stream", target: queue)
        let body = StreamedBody(
            request.url, in: context, store: store(of: request), flow: flow, now: now,
            isDiscarded: { [self] in isDiscarded($0) }, receive: receive)
        let stream = BodyFetch(
            request, in: context, over: network, isCollected: false, to: body,
            left: { [self] stream in
                let left = state.withLock { $0.streams.removeValue(forKey: ObjectIdentifier(stream)) }
                if left?.isDiscarded == true { store?.removeBody(of: request.url) }
                idle.leave()
            })
        state.withLock { $0.streams[ObjectIdentifier(stream)] = (stream, false) }
        stream.start()
        return stream
    }

    /// See ``DataFetching``.
    public func discard(_ url: URL) {
        guard let store = store(for: url) else { return }
        // A fetch reports its result before it writes it.
        let isUnderWay = state.withLock { state in
            if state.lanes[url] != nil { state.discarded.insert(url) }
            return state.lanes[url] != nil
        }
        if !isUnderWay { store.removeBody(of: url) }
    }

    /// Sends no name and no password in `scope`, or none at all, that a server has accepted before. Running fetches go
    /// on, and leave nothing on disk: what they bring may be for a forgotten person alone, wherever they are led.
    func forgetLogins(in scope: SignOutScope? = nil) {
        network.forgetLogins(in: scope)
        state.withLock { state in
            state.discarded.formUnion(state.lanes.keys)
            for stream in state.streams.keys { state.streams[stream]?.isDiscarded = true }
        }
    }

    /// Whether a running fetch must leave nothing on disk.
    private func isDiscarded(_ fetch: BodyFetch) -> Bool {
        let url = fetch.request.url
        return state.withLock { state in
            if let stream = state.streams[ObjectIdentifier(fetch)] { return stream.isDiscarded }
            return state.lanes[url]?.first === fetch && state.discarded.contains(url)
        }
    }

    /// Cancels every fetch, and blocks for at most `seconds` until received data is on disk: the program ends.
    public func stop(within seconds: Double) {
        let (fetches, streams) = state.withLock { (Array($0.lanes.values.joined()), $0.streams.values.map(\.fetch)) }
        for fetch in fetches { fetch.cancel() }
        for stream in streams { stream.cancel() }
        _ = idle.wait(timeout: .now() + seconds)
    }

    /// Blocks until every fetch has ended and its data is on disk; for tests and the end of the program.
    public func waitUntilIdle() { idle.wait() }

    private func left(_ fetch: BodyFetch) {
        let url = fetch.request.url
        // Before the next fetch looks for it.
        while state.withLock({ $0.lanes[url]?.first === fetch && $0.discarded.remove(url) != nil }) {
            store?.removeBody(of: url)
        }
        let (next, isDiscarded) = state.withLock { state in
            let wasFirst = state.lanes[url]?.first === fetch
            state.lanes[url]?.removeAll { $0 === fetch }
            if state.lanes[url]?.isEmpty == true { state.lanes[url] = nil }
            return (wasFirst ? state.lanes[url]?.first : nil, wasFirst && state.discarded.remove(url) != nil)
        }
        if isDiscarded { store?.removeBody(of: url) }
        next?.start()
        idle.leave()
    }

    /// Only what is at an address is stored, not what a folder there lists, nor what is kept elsewhere.
    private func store(of request: FetchRequest) -> HTTPStore? {
        request.method == .get && !request.leavesNothing ? store(for: request.url) : nil
    }

    /// Files are local, and a URL with a password is never written to disk.
    private func store(for url: URL) -> HTTPStore? {
        ["http", "https"].contains(url.scheme?.lowercased()) && !url.hasLogin ? store : nil
    }

    // MARK: - Hosts

    private func key(_ request: FetchRequest) -> HostKey {
        let url = request.url
        return HostKey(
            host: "\(url.scheme ?? "")://\(url.host ?? ""):\(url.port ?? 0)", wanted: request.wanted,
            isFirstRequest: request.isFirstRequest)
    }

    private func policy(for request: FetchRequest) -> HostPolicy {
        state.withLock { $0.hosts[key(request)] } ?? HostPolicy()
    }

    private func learn(_ observation: HostPolicy.Observation, from request: FetchRequest) {
        state.withLock { state in
            if state.hosts.count >= Self.mostHosts { state.hosts = [:] }
            state.hosts[key(request), default: HostPolicy()].learn(observation)
        }
    }
}
