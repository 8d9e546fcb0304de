import CSoup
import GLibBridge
import Synchronization

/// The CONNECTs that libsoup sends to a proxy before a message over TLS: assigns each to its hop.
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

    /// Watches the tunnels of `session`, which has none yet; the session retains this object.
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

    /// Both use one connection.
    private func hop(of tunnel: OpaquePointer) -> Hop? {
        let connection = soup_message_get_connection_id(tunnel)
        return hops.withLock { hops in
            hops.lazy.compactMap(\.hop).first { soup_message_get_connection_id($0.message.opaque) == connection }
        }
    }
}
