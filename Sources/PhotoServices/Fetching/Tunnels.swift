import CSoup
import GLibBridge
import Synchronization

/// The CONNECTs that libsoup sends by itself, to a proxy, before it sends a message over TLS: each is led back to the
/// hop that it is sent for.
///
/// On the network thread.
final class Tunnels: Sendable {
    private struct WeakHop: Sendable {
        weak var hop: Hop?
    }
    private let hops = Mutex<[WeakHop]>([])

    /// A hop is about to be sent.
    func add(_ hop: Hop) {
        hops.withLock { hops in
            hops.removeAll { $0.hop == nil }
            hops.append(WeakHop(hop: hop))
        }
    }

    /// Looks after the tunnels of `session`, of which none has been made yet; the session keeps this object.
    func watch(_ session: ObjectReference) {
        Signal.connectAnywhere(session.pointer, "request-queued") { [self] (message: UnsafeMutableRawPointer?) in
            guard let message, String(cString: soup_message_get_method(OpaquePointer(message))) == "CONNECT" else {
                return
            }
            watch(tunnel: message)
        }
    }

    private func watch(tunnel object: UnsafeMutableRawPointer) {
        nonisolated(unsafe) let tunnel = OpaquePointer(object)
        Signal.connectAnywhere(object, "starting") { [self] in hop(of: tunnel)?.tunnelIsSent(tunnel) }
        Signal.connectAnywhere(object, "got-headers") { [self] in hop(of: tunnel)?.tunnelIsAnswered(tunnel) }
    }

    /// Both are sent over one connection.
    private func hop(of tunnel: OpaquePointer) -> Hop? {
        let connection = soup_message_get_connection_id(tunnel)
        return hops.withLock { hops in
            hops.lazy.compactMap(\.hop).first { soup_message_get_connection_id($0.message.opaque) == connection }
        }
    }
}
