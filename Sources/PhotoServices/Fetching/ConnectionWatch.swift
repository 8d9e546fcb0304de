import CSoup
import Dispatch
import GLibBridge
import Glibc
import PhotoCore
import Synchronization

/// Sees to it that no connection keeps the network thread from the others: from a thread of its own it looks whether
/// that one comes round, and closes the connection whose bytes it drowns in. ``FloodWatch`` decides.
final class ConnectionWatch: Sendable {
    private struct State {
        var sockets: [ObjectReference] = []
        var watch = FloodWatch()
        var turn = 0
        var isAsked = false
        var requests = 0
        var isTicking = false
    }
    private static let queue = DispatchQueue(label: "Connection watch", qos: .userInitiated)
    private static let milliseconds = 500
    private let state = Mutex(State())
    private let thread: EventLoopThread

    init(_ thread: EventLoopThread) { self.thread = thread }

    /// A request has begun. It is looked at as long as there are any.
    func begin() {
        let begins = state.withLock { state in
            state.requests += 1
            defer { state.isTicking = true }
            return !state.isTicking
        }
        if begins { tickLater() }
    }

    func end() { state.withLock { $0.requests -= 1 } }

    /// `stream` has been connected.
    func add(_ stream: UnsafeMutablePointer<GIOStream>) {
        let instance = UnsafeMutableRawPointer(stream).assumingMemoryBound(to: GTypeInstance.self)
        guard g_type_check_instance_is_a(instance, g_socket_connection_get_type()) != 0 else { return }
        let connection = UnsafeMutableRawPointer(stream).assumingMemoryBound(to: GSocketConnection.self)
        guard let socket = g_socket_connection_get_socket(connection) else { return }
        let reference = ObjectReference(borrowing: UnsafeMutableRawPointer(socket))
        state.withLock { state in
            // The one thread that closes them is the one that calls this.
            state.sockets.removeAll { g_socket_is_closed($0.typed()) != 0 || $0.pointer == reference.pointer }
            state.sockets.append(reference)
        }
    }

    private func tickLater() {
        Self.queue.asyncAfter(deadline: .now() + .milliseconds(Self.milliseconds)) { [weak self] in self?.tick() }
    }

    private func tick() {
        let (asks, goesOn) = state.withLock { state in
            let received = Dictionary(
                state.sockets.compactMap { socket in
                    Self.received(by: socket).map { (g_socket_get_fd(socket.typed()), $0) }
                }, uniquingKeysWith: { first, _ in first })
            let closed = state.watch.look(turn: state.turn, received: received)
            for socket in state.sockets where closed.contains(g_socket_get_fd(socket.typed())) {
                // Who reads it finds its end.
                shutdown(g_socket_get_fd(socket.typed()), Int32(SHUT_RDWR))
            }
            defer { state.isAsked = true }
            state.isTicking = state.requests > 0
            return (!state.isAsked, state.isTicking)
        }
        if asks {
            thread.perform { [weak self] in
                self?.state.withLock { state in
                    state.turn &+= 1
                    state.isAsked = false
                }
            }
        }
        if goesOn { tickLater() }
    }

    /// Bytes that have come over `socket` since it was connected, by `tcpi_bytes_received` of linux/tcp.h, which
    /// Glibc's own header does not have yet; nil where the system does not say.
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
