import CSoup
import Foundation
import GLibBridge
import PhotoCore
import Synchronization

/// Holds the SoupSession, which is created, used and closed only on the network thread.
final class SessionBox: Sendable {
    let authentication: SessionAuthentication
    let tunnels = Tunnels()
    let connections: ConnectionWatch
    let connectionsPerHost: Int
    /// For a connection, and again for a reply's head.
    let headSeconds: Int
    private let session = Mutex<ObjectReference?>(nil)

    /// The download queue, not this, limits requests to many hosts.
    static let mostConnections = 64

    private struct Use {
        var running = 0
        var isRetired = false

        var isOver: Bool { isRetired && running == 0 }
    }
    private let use = Mutex(Use())

    init(_ authentication: SessionAuthentication, connectionsPerHost: Int, headSeconds: Int) {
        (self.authentication, self.connectionsPerHost) = (authentication, connectionsPerHost)
        self.headSeconds = headSeconds
        connections = ConnectionWatch(authentication.thread)
    }

    // MARK: - Use

    /// A request of this session begins. From any thread, like the following.
    func begin() {
        use.withLock { $0.running += 1 }
        connections.begin()
    }

    func end() {
        connections.end()
        let isOver = use.withLock { use in
            use.running -= 1
            return use.isOver
        }
        if isOver { authentication.thread.perform { self.close() } }
    }

    /// No request begins any more: closes after the last one.
    func retire() {
        let isOver = use.withLock { use in
            use.isRetired = true
            return use.isOver
        }
        if isOver { authentication.thread.perform { self.close() } }
    }

    // MARK: - On the network thread

    var pointer: UnsafeMutablePointer<SoupSession>? { session.withLock { $0?.typed() } }

    func make(timeoutSeconds: Int) {
        let made = ObjectProperties.make(
            soup_session_get_type(),
            [
                ("max-conns-per-host", connectionsPerHost),
                ("max-conns", Self.mostConnections),
            ])
        guard let made else { return }
        soup_session_set_timeout(made.typed(), guint(timeoutSeconds))
        soup_session_set_idle_timeout(made.typed(), 60)
        soup_session_set_user_agent(made.typed(), "ClassicPhotos/\(ProgramVersion.text)")
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
