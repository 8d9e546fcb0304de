import CSoup
import GLibBridge

/// The GObject types that a network thread and the main context both come to use, known to GLib before there are two.
///
/// GLib 2.74 can deadlock over a type's first use: one thread sets up SoupSession's class, with the lock for classes
/// held, and waits for GSocketAddress, which another is just registering, and that waits for the lock to add an
/// interface to it. The other is the main context, which connects to D-Bus while the program starts. Few starts in a
/// hundred hung for good.
enum NetworkTypes {
    /// To be touched on the thread that makes a network thread, before it does.
    static let areRegistered: Bool = {
        let types = [
            g_task_get_type(), g_inet_socket_address_get_type(),
            g_network_address_get_type(), g_socket_get_type(), g_socket_client_get_type(),
            g_tcp_connection_get_type(), g_file_input_stream_get_type(),
            soup_session_get_type(), soup_message_get_type(),
        ]
        // Never given back: a static type's class lives as long as the process anyway.
        return types.allSatisfy { g_type_class_ref($0) != nil }
    }()
}
