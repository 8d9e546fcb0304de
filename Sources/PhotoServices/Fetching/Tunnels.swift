import CSoup
import GLibBridge
import Synchronization

/// The CONNECTs that libsoup sends by itself, to a proxy, before it sends a message over TLS: each is led back to the hop
/// that it is sent for.
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

    /// Looks after the tunnels of `session`, of which none has been made yet.
    func watch(_ session: ObjectReference) {
        let queued: @convention(c) (gpointer?, gpointer?, gpointer?) -> Void = { _, message, data in
            guard let message, String(cString: soup_message_get_method(OpaquePointer(message))) == "CONNECT" else {
                return
            }
            Tunnels.of(data)?.watch(tunnel: message)
        }
        connect(session.pointer, "request-queued", unsafeBitCast(queued, to: GCallback.self))
    }

    private func watch(tunnel: gpointer) {
        let starting: @convention(c) (gpointer?, gpointer?) -> Void = { message, data in
            guard let message else { return }
            Tunnels.of(data)?.hop(of: OpaquePointer(message))?.tunnelIsSent(OpaquePointer(message))
        }
        connect(tunnel, "starting", unsafeBitCast(starting, to: GCallback.self))
        let headers: @convention(c) (gpointer?, gpointer?) -> Void = { message, data in
            guard let message else { return }
            Tunnels.of(data)?.hop(of: OpaquePointer(message))?.tunnelIsAnswered(OpaquePointer(message))
        }
        connect(tunnel, "got-headers", unsafeBitCast(headers, to: GCallback.self))
    }

    /// Both are sent over one connection.
    private func hop(of tunnel: OpaquePointer) -> Hop? {
        let connection = soup_message_get_connection_id(tunnel)
        return hops.withLock { hops in
            hops.lazy.compactMap(\.hop).first { soup_message_get_connection_id($0.message.opaque) == connection }
        }
    }

    private static func of(_ data: gpointer?) -> Tunnels? {
        data.map { Unmanaged<Tunnels>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The tunnels live as long as the connection, which lives as long as `object`.
    private func connect(_ object: UnsafeMutableRawPointer, _ signal: String, _ callback: GCallback?) {
        g_signal_connect_data(
            object, signal, callback, Unmanaged.passRetained(self).toOpaque(),
            { data, _ in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } }, GConnectFlags(rawValue: 0))
    }
}
