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
    /// 6 connections per HTTP/1.1 host, like browsers.
    public static let connectionsPerHost = 6

    private let thread: EventLoopThread
    private let session: SessionBox
    private let timeoutSeconds: Int
    private let activity: NetworkActivity?
    private let archives: ArchiveShelf
    /// Receives each request; also used by the cache.
    let tracer: Tracer

    /// Starts the network thread. `activity` receives the start and end of each request, `tracer` its bytes too;
    /// `credentials` is asked for logins, which fail without it. The system decides whom TLS trusts, or the PEM file
    /// `authorities`; and the proxy, unless one is given. `archives` holds the archives whose members
    /// are fetched.
    public init(
        timeoutSeconds: Int = DataFetcher.defaultTimeoutSeconds,
        connectionsPerHost: Int = DataFetcher.connectionsPerHost, activity: NetworkActivity? = nil,
        credentials: CredentialBroker? = nil, authorities: URL? = nil, proxy: URL? = nil, tracer: Tracer = .off,
        archives: ArchiveShelf = ArchiveShelf()
    ) {
        self.timeoutSeconds = timeoutSeconds
        self.activity = activity
        self.tracer = tracer
        self.archives = archives
        _ = Self.typesAreRegistered
        thread = EventLoopThread(name: "network")
        session = SessionBox(SessionAuthentication(credentials, on: thread))
        // Created on its own thread, before any request.
        thread.perform { [session] in
            session.make(timeoutSeconds: timeoutSeconds, connectionsPerHost: connectionsPerHost)
            if let authorities { session.trust(authorities) }
            if let proxy { session.send(through: proxy) }
        }
    }

    deinit {
        // The session is closed on its own thread, which ends after this last work.
        thread.perform { [session] in session.close() }
    }

    /// Sends no name and no password that a server has accepted before; asks again.
    func forgetLogins() { session.authentication.forgetAll() }

    /// Fetches a whole http, https or file URL without storing it; refuses others.
    public func fetch(
        _ request: FetchRequest, progress: @escaping @Sendable (FetchProgress) -> Void,
        completion: @escaping @Sendable (Result<FetchedData, FetchFailure>) -> Void
    ) -> any FetchTask {
        let body = Mutex(CollectedBody(url: request.url))
        return send(WireRequest(url: request.url, limit: request.limit)) { event in
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
        let activity = request.url.isFileURL ? nil : activity
        let trace = request.url.isFileURL ? nil : RequestTrace(tracer, request.url)
        activity?.begin()
        if !request.url.isFileURL { session.connections.begin() }
        let transfer = Transfer(request, on: thread, timeoutSeconds: timeoutSeconds) { [session] event in
            trace?.take(event)
            if case .ended = event {
                activity?.end()
                if !request.url.isFileURL { session.connections.end() }
            }
            receive(event)
        }
        thread.perform { [session] in transfer.start(on: session) }
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

    mutating func take(_ event: WireEvent) -> (FetchProgress?, Result<FetchedData, FetchFailure>?) {
        switch event {
        case .file: break
        case .opened(let head, _):
            if let head {
                url = head.url
                expected = head.contentLength
                if !(200..<300).contains(head.status) { refusal = head.refusal }
            }
        case .bytes(let bytes): data += bytes
        case .ended(let end):
            if let failure = end.failure ?? refusal { return (nil, .failure(failure)) }
            return (nil, .success(FetchedData(data: data, url: url)))
        }
        return (refusal == nil ? FetchProgress(received: data.count, expected: expected) : nil, nil)
    }
}

/// Holds the SoupSession, which is created, used and closed only on the network thread.
final class SessionBox: Sendable {
    let authentication: SessionAuthentication
    let tunnels = Tunnels()
    private let session = Mutex<ObjectReference?>(nil)

    let connections: ConnectionWatch

    init(_ authentication: SessionAuthentication) {
        self.authentication = authentication
        connections = ConnectionWatch(authentication.thread)
    }

    var pointer: UnsafeMutablePointer<SoupSession>? { session.withLock { $0?.typed() } }

    func make(timeoutSeconds: Int, connectionsPerHost: Int) {
        let made = ObjectProperties.make(
            soup_session_get_type(),
            [
                ("max-conns-per-host", connectionsPerHost),
                // The download queue, not this, limits requests to many hosts.
                ("max-conns", 64),
            ])
        guard let made else { return }
        soup_session_set_timeout(made.typed(), guint(timeoutSeconds))
        soup_session_set_idle_timeout(made.typed(), 60)
        soup_session_set_user_agent(made.typed(), "ClassicPhotos/0.1")
        session.withLock { $0 = made }
        tunnels.watch(made)
    }

    func send(through proxy: URL) {
        guard let pointer, let resolver = g_simple_proxy_resolver_new(proxy.absoluteString, nil) else { return }
        soup_session_set_proxy_resolver(pointer, resolver)
        g_object_unref(UnsafeMutableRawPointer(resolver))
    }

    /// An unreadable file leaves the system's authorities in place.
    func trust(_ authorities: URL) {
        let opened = try? GLibError.check { g_tls_file_database_new(authorities.path, $0) }
        guard let pointer, let opened = opened ?? nil else { return }
        let database = ObjectReference(taking: UnsafeMutableRawPointer(opened))
        soup_session_set_tls_database(pointer, database.typed())
    }

    func close() {
        session.withLock { session in
            if let pointer: UnsafeMutablePointer<SoupSession> = session?.typed() { soup_session_abort(pointer) }
            session = nil
        }
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
