import CSoup
import Foundation
import GLibBridge
import PhotoCore
import Synchronization

/// Fetches over HTTP with libsoup and from files with GIO. Stores nothing: ``CachingFetcher`` does.
///
/// One thread with its own GMainContext runs one SoupSession asynchronously: a thousand waiting requests cost no
/// threads. May be called from any thread.
public final class DataFetcher: DataFetching {
    /// A request fails after this time without data: 30 seconds, longer than the slowest servers, shorter than a
    /// person's patience.
    public static let defaultTimeoutSeconds = 30
    /// A minute for a connection, and one from the request to the complete head: a slower server sends byte by byte.
    public static let defaultHeadSeconds = 60
    /// 6 connections per HTTP/1.1 host, like browsers.
    public static let connectionsPerHost = 6

    private let thread: EventLoopThread
    private let authentication: SessionAuthentication
    private let session: Mutex<SessionBox>
    private let authorities: URL?
    private let proxy: URL?
    private let timeoutSeconds: Int
    private let headSeconds: Int
    private let activity: NetworkActivity?
    private let archives: ArchiveShelf
    /// Receives each request; also used by the cache.
    let tracer: Tracer

    /// Starts the network thread. `activity` receives the start and end of each request, `tracer` its bytes too;
    /// `credentials` is asked for logins, which fail without it. The system decides whom TLS trusts, or the PEM file
    /// `authorities`; and the proxy, unless one is given. `archives` holds the archives whose members
    /// are fetched; `places` are those whose requests are authorized in their own way, and `logins` what other fetchers
    /// have learned.
    public init(
        timeoutSeconds: Int = DataFetcher.defaultTimeoutSeconds,
        connectionsPerHost: Int = DataFetcher.connectionsPerHost, headSeconds: Int = DataFetcher.defaultHeadSeconds,
        activity: NetworkActivity? = nil,
        credentials: CredentialBroker? = nil, authorities: URL? = nil, proxy: URL? = nil, tracer: Tracer = .off,
        archives: ArchiveShelf = ArchiveShelf(), places: LibraryPlaces = LibraryPlaces(),
        logins: KnownLogins = KnownLogins()
    ) {
        (self.timeoutSeconds, self.headSeconds) = (timeoutSeconds, headSeconds)
        self.activity = activity
        self.tracer = tracer
        self.archives = archives
        _ = Self.typesAreRegistered
        thread = EventLoopThread(name: "network")
        (self.authorities, self.proxy) = (authorities, proxy)
        authentication = SessionAuthentication(credentials, places: places, shared: logins, on: thread)
        let first = SessionBox(authentication, connectionsPerHost: connectionsPerHost, headSeconds: headSeconds)
        session = Mutex(first)
        make(first)
    }

    /// Creates a session on its own thread, before any request of it.
    private func make(_ session: SessionBox) {
        thread.perform { [timeoutSeconds, authorities, proxy] in
            session.make(timeoutSeconds: timeoutSeconds)
            if let authorities { session.trust(authorities) }
            if let proxy { session.send(through: proxy) }
        }
    }

    /// Allows at most `count` connections per HTTP/1.1 host from now on. libsoup fixes this number for a session:
    /// requests in progress keep theirs, which is closed after the last of them.
    public func setConnectionsPerHost(_ count: Int) {
        let count = min(max(count, 1), SessionBox.mostConnections)
        guard session.withLock({ $0.connectionsPerHost }) != count else { return }
        let new = SessionBox(authentication, connectionsPerHost: count, headSeconds: headSeconds)
        make(new)
        let old = session.withLock { session in
            defer { session = new }
            return session
        }
        old.retire()
    }

    deinit {
        // The session is closed on its own thread, which ends after this last work.
        let session = session.withLock { $0 }
        thread.perform { session.close() }
    }

    /// Sends no name and no password in `scope`, or none at all, that a server has accepted before; asks again. Ends
    /// these sessions at their servers.
    func forgetLogins(in scope: SignOutScope? = nil) {
        let session = session.withLock { $0 }
        let unfinished = authentication.places.unfinishedSessions
        for ended in authentication.forgetAll(in: scope) {
            unfinished.enter()
            thread.perform { [authentication, timeoutSeconds] in
                authentication.end(ended, on: session, timeoutSeconds: timeoutSeconds)
                unfinished.leave()
            }
        }
    }

    /// Ends all sessions of these fetchers at their servers, also those that are being begun, and blocks for at most
    /// `seconds` until the servers have answered: the program ends.
    public static func endSessions(of fetchers: [DataFetcher], within seconds: Double) {
        // All of them first: a session that begins now counts for none.
        for fetcher in fetchers { fetcher.forgetLogins() }
        let end = DispatchTime.now() + seconds
        for fetcher in fetchers { _ = fetcher.authentication.places.unfinishedSessions.wait(timeout: end) }
    }

    /// Fetches a whole http, https or file URL, a member of an archive, or the picture in an address, without storing
    /// it; refuses others.
    public func fetch(
        _ request: FetchRequest, progress: @escaping @Sendable (FetchProgress) -> Void,
        completion: @escaping @Sendable (Result<FetchedData, FetchFailure>) -> Void
    ) -> any FetchTask {
        let body = Mutex(CollectedBody(url: request.url))
        return send(WireRequest(url: request.url, limit: request.limit, method: request.method)) { event in
            let (now, result) = body.withLock { $0.take(event) }
            if let now { progress(now) }
            if let result { completion(result) }
        }
    }

    /// Sends a request; calls `receive` with its events on the network thread.
    func send(_ request: WireRequest, receive: @escaping @Sendable (WireEvent) -> Void) -> any FetchTask {
        if let member = ArchiveMember(request.url) {
            let transfer = MemberTransfer(
                request, member, on: archives, over: self, thread: thread, receive: receive)
            transfer.start()
            return transfer
        }
        if let name = DataAddress(request.url)?.heldName {
            let transfer = HeldTransfer(request, name, thread: thread, receive: receive)
            transfer.start()
            return transfer
        }
        if let address = DataAddress(request.url) {
            let transfer = DataTransfer(request, address, thread: thread, receive: receive)
            transfer.start()
            return transfer
        }
        let activity = request.url.isFileURL ? nil : activity
        let trace = request.url.isFileURL ? nil : RequestTrace(tracer, request.url)
        activity?.begin()
        let session = session.withLock { session in
            if !request.url.isFileURL { session.begin() }
            return session
        }
        let transfer = Transfer(request, on: thread, timeoutSeconds: timeoutSeconds) { event in
            trace?.take(event)
            if case .ended = event {
                activity?.end()
                if !request.url.isFileURL { session.end() }
            }
            receive(event)
        }
        thread.perform { transfer.start(on: session) }
        return transfer
    }
}

extension RequestTrace {
    fileprivate func take(_ event: WireEvent) {
        switch event {
        case .file: break
        case .opened(let head, _): if let head { answered(status: head.status) }
        case .bytes(let bytes): received(bytes.count)
        case .ended(let end): ended(end.failure)
        }
    }
}

/// A whole body in progress.
private struct CollectedBody {
    var url: URL
    var data = Data()
    var expected: Int?
    var refusal: FetchFailure?
    var webDAV: String?

    mutating func take(_ event: WireEvent) -> (FetchProgress?, Result<FetchedData, FetchFailure>?) {
        switch event {
        case .file: break
        case .opened(let head, _):
            if let head {
                url = head.url
                expected = head.contentLength
                webDAV = head.fields[StoredHead.davField]
                if !(200..<300).contains(head.status) { refusal = head.refusal }
            }
        case .bytes(let bytes): data += bytes
        case .ended(let end):
            if let failure = end.failure ?? refusal { return (nil, .failure(failure)) }
            var fetched = FetchedData(data: data, url: url)
            fetched.webDAV = webDAV
            return (nil, .success(fetched))
        }
        return (refusal == nil ? FetchProgress(received: data.count, expected: expected) : nil, nil)
    }
}

/// Registers the GObject types that both a network thread and the main context use, before there are two threads.
///
/// GLib 2.74 can deadlock over a type's first use: one thread initializes SoupSession's class, holding the class lock,
/// and waits for GSocketAddress; the other is registering that type, and waits for the lock to add an interface. The
/// other is the main context, which connects to D-Bus at the start. A few starts in a hundred hung for good.
extension DataFetcher {
    /// Touch it on the thread that creates a network thread, before it does.
    fileprivate static let typesAreRegistered: Bool = {
        let types = [
            g_task_get_type(), g_inet_socket_address_get_type(), g_network_address_get_type(), g_socket_get_type(),
            g_socket_client_get_type(), g_tcp_connection_get_type(), g_file_input_stream_get_type(),
            soup_session_get_type(), soup_message_get_type(),
        ]
        // Never released: a static type's class lives as long as the process anyway.
        return types.allSatisfy { g_type_class_ref($0) != nil }
    }()
}
