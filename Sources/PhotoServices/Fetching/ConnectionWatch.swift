import CSoup
import Dispatch
import GLibBridge
import Glibc
import PhotoCore
import Synchronization

/// Prevents a connection from monopolizing the network thread: its own thread checks that the network thread makes
/// progress, and otherwise closes the flooding connection, or one that brings bytes without bodies. ``FloodWatch``
/// decides. Also tells bodies that nothing more will come. libsoup's numbers identify connections.
final class ConnectionWatch: Sendable {
    private struct Body {
        let connection: guint64
        /// May hold the body back.
        var flow: FetchFlow?
        /// Called on the network thread if nothing more will come; nil while this side is busy with the body.
        var lost: (@Sendable () -> Void)?
        /// The connection one turn ago, if it was stuck. What had come by then is read in the meantime.
        var stuck: Look?
    }
    /// A connection at a turn, by linux/tcp.h.
    private struct Look: Equatable {
        var isOpen = false
        var received: UInt64 = 0
        /// Bytes that nobody has read: libsoup has given it up.
        var unread: CInt = 0

        var isStuck: Bool { !isOpen || unread > 0 }
    }
    private struct State {
        var sockets: [guint64: ObjectReference] = [:]
        /// By their hops.
        var bodies: [ObjectIdentifier: Body] = [:]
        /// Bytes of bodies since the last check; `.max` for a body that has begun.
        var grown: [guint64: Int] = [:]
        var closed: Set<guint64> = []
        var watch = FloodWatch()
        var turn = 0
        var isAsked = false
        var requests = 0
        var isTicking = false

        /// On the network thread, which closes them.
        mutating func removeClosed() {
            let awaited = Set(bodies.values.map(\.connection))
            sockets = sockets.filter { g_socket_is_closed($0.value.typed()) == 0 || awaited.contains($0.key) }
        }

        /// A turn of the network thread, on it. Returns what to call about bodies whose connection has ended.
        mutating func takeTurn() -> [@Sendable () -> Void] {
            turn &+= 1
            isAsked = false
            var lost: [@Sendable () -> Void] = []
            for (hop, body) in bodies {
                let look = sockets[body.connection].flatMap(ConnectionWatch.look).flatMap { $0.isStuck ? $0 : nil }
                bodies[hop]?.stuck = look
                guard let look, look == body.stuck, let call = body.lost else { continue }
                // Its server goes on regardless.
                if look.unread > 0 { closed.insert(body.connection) }
                lost.append(call)
            }
            removeClosed()
            return lost
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

    /// `count` bytes of the body of `hop` have arrived; `.max` stands for the head.
    func bodyGrows(of hop: Hop, over connection: guint64, by count: Int) {
        state.withLock { state in
            state.bodies[ObjectIdentifier(hop), default: Body(connection: connection)].lost = nil
            let (sum, isBeyond) = state.grown[connection, default: 0].addingReportingOverflow(count)
            state.grown[connection] = isBeyond ? .max : sum
        }
    }

    /// The body of `hop`, which `flow` may hold back, waits for bytes; `lost` is called on the network thread if none
    /// can come any more. libsoup 3.2 reports nothing if it gives up a connection of HTTP/2 within a body.
    func bodyWaits(
        of hop: Hop, over connection: guint64, flow: FetchFlow?, lost: @escaping @Sendable () -> Void
    ) {
        state.withLock { $0.bodies[ObjectIdentifier(hop)] = Body(connection: connection, flow: flow, lost: lost) }
    }

    func bodyEnds(of hop: Hop) { state.withLock { $0.bodies[ObjectIdentifier(hop)] = nil } }

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
            for body in state.bodies.values where body.flow?.isHolding == true { state.grown[body.connection] = .max }
            let bodies = Dictionary(
                descriptors.map { ($0.value, state.grown[$0.key] ?? 0) }, uniquingKeysWith: { max($0, $1) })
            state.grown = [:]
            let closed = state.watch.look(turn: state.turn, received: received, bodies: bodies)
            for (connection, descriptor) in descriptors where closed.contains(descriptor) {
                state.closed.insert(connection)
                Self.reset(descriptor)
            }
            defer { state.isAsked = true }
            state.isTicking = state.requests > 0 || !state.sockets.isEmpty
            return (!state.isAsked, state.isTicking, state.requests == 0)
        }
        if asks {
            thread.perform { [weak self] in self?.state.withLock { $0.takeTurn() }.forEach { $0() } }
        }
        if goesOn { tickLater(isIdle: isIdle) }
    }

    /// Its reader finds its end, and closes it. Without a reset (`SO_LINGER` of 0 s, socket(7)) its server would wait
    /// for a minute: a system no longer opens the full window of a connection that is shut down.
    private static func reset(_ descriptor: CInt) {
        var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// The bytes received over `socket`, from `tcpi_bytes_received` of linux/tcp.h, which Glibc's header lacks; nil if
    /// unavailable.
    private static func received(by socket: ObjectReference) -> UInt64? {
        information(on: socket)?.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 128, as: UInt64.self) }
    }

    /// Nil if unavailable. `tcpi_state` is the first byte.
    private static func look(_ socket: ObjectReference) -> Look? {
        if g_socket_is_closed(socket.typed()) != 0 { return Look() }
        guard let information = information(on: socket), let received = received(by: socket) else { return nil }
        var unread: CInt = 0
        _ = ioctl(g_socket_get_fd(socket.typed()), UInt(FIONREAD), &unread)
        return Look(isOpen: information.first == UInt8(TCP_ESTABLISHED), received: received, unread: unread)
    }

    private static func information(on socket: ObjectReference) -> [UInt8]? {
        var information = [UInt8](repeating: 0, count: 256)
        var length = socklen_t(information.count)
        let descriptor = g_socket_get_fd(socket.typed())
        guard descriptor >= 0, getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &information, &length) == 0,
            // Up to tcpi_bytes_received.
            Int(length) >= 136
        else { return nil }
        return information
    }
}
