import CSoup
import Dispatch
import GLibBridge
import Glibc
import PhotoCore
import Synchronization

/// Prevents a connection from monopolizing the network thread: its own thread checks that the network thread makes
/// progress, and otherwise closes the flooding connection, or one that brings bytes without bodies. ``FloodWatch``
/// decides. libsoup's numbers identify connections.
final class ConnectionWatch: Sendable {
    private struct State {
        var sockets: [guint64: ObjectReference] = [:]
        var bodies: [guint64: Int] = [:]
        /// The connections that have begun a body since the last check.
        var begun: Set<guint64> = []
        var closed: Set<guint64> = []
        var watch = FloodWatch()
        var turn = 0
        var isAsked = false
        var requests = 0
        var isTicking = false

        /// On the network thread, which closes them.
        mutating func removeClosed() {
            sockets = sockets.filter { g_socket_is_closed($0.value.typed()) == 0 }
        }
    }
    private static let queue = DispatchQueue(label: "Connection watch", qos: .userInitiated)
    /// Between two looks.
    private static let milliseconds = 500
    /// 5 s without a running request: an idle connection may still bring data.
    private static let idleMilliseconds = 5000
    private let state = Mutex(State())
    private let thread: EventLoopThread

    init(_ thread: EventLoopThread) { self.thread = thread }

    /// A request has begun. Checks run while there are any.
    func begin() {
        let begins = state.withLock { state in
            state.requests += 1
            defer { state.isTicking = true }
            return !state.isTicking
        }
        if begins { tickLater() }
    }

    func end() { state.withLock { $0.requests -= 1 } }

    /// `stream` has connected, and belongs to `connection`.
    func add(_ stream: UnsafeMutablePointer<GIOStream>, of connection: guint64) {
        let instance = UnsafeMutableRawPointer(stream).assumingMemoryBound(to: GTypeInstance.self)
        guard g_type_check_instance_is_a(instance, g_socket_connection_get_type()) != 0 else { return }
        let connected = UnsafeMutableRawPointer(stream).assumingMemoryBound(to: GSocketConnection.self)
        guard let socket = g_socket_connection_get_socket(connected) else { return }
        let reference = ObjectReference(borrowing: UnsafeMutableRawPointer(socket))
        state.withLock { state in
            state.removeClosed()
            state.sockets[connection] = reference
        }
    }

    /// The head of a reply has arrived.
    func bodyBegins(over connection: guint64) {
        state.withLock { state in
            state.bodies[connection, default: 0] += 1
            state.begun.insert(connection)
        }
    }

    /// Its body has ended, or is no longer wanted.
    func bodyEnds(over connection: guint64) {
        state.withLock { state in
            guard let count = state.bodies[connection] else { return }
            state.bodies[connection] = count > 1 ? count - 1 : nil
        }
    }

    func hasClosed(_ connection: guint64) -> Bool { state.withLock { $0.closed.contains(connection) } }

    private func tickLater(isIdle: Bool = false) {
        let milliseconds = isIdle ? Self.idleMilliseconds : Self.milliseconds
        Self.queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [weak self] in self?.tick() }
    }

    private func tick() {
        let (asks, goesOn, isIdle) = state.withLock { state in
            let descriptors = state.sockets.mapValues { g_socket_get_fd($0.typed()) }
            let received = Dictionary(
                state.sockets.values.compactMap { socket in
                    Self.received(by: socket).map { (g_socket_get_fd(socket.typed()), $0) }
                }, uniquingKeysWith: { first, _ in first })
            let working = descriptors.filter { state.bodies[$0.key] != nil || state.begun.contains($0.key) }
            state.begun = []
            let closed = state.watch.look(turn: state.turn, received: received, working: Set(working.values))
            for (connection, descriptor) in descriptors where closed.contains(descriptor) {
                state.closed.insert(connection)
                // Its reader finds its end.
                shutdown(descriptor, Int32(SHUT_RDWR))
            }
            defer { state.isAsked = true }
            state.isTicking = state.requests > 0 || !state.sockets.isEmpty
            return (!state.isAsked, state.isTicking, state.requests == 0)
        }
        if asks {
            thread.perform { [weak self] in
                self?.state.withLock { state in
                    state.removeClosed()
                    state.turn &+= 1
                    state.isAsked = false
                }
            }
        }
        if goesOn { tickLater(isIdle: isIdle) }
    }

    /// The bytes received over `socket`, from `tcpi_bytes_received` of linux/tcp.h, which Glibc's header lacks; nil if
    /// unavailable.
    private static func received(by socket: ObjectReference) -> UInt64? {
        let (offset, size) = (128, 136)
        var information = [UInt8](repeating: 0, count: 256)
        var length = socklen_t(information.count)
        let descriptor = g_socket_get_fd(socket.typed())
        guard descriptor >= 0, getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &information, &length) == 0,
            Int(length) >= size
        else { return nil }
        return information.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
    }
}
