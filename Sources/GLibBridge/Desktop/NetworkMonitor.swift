import CGLib

/// The desktop's word on the network (GNetworkMonitor).
@MainActor
public final class NetworkMonitor {
    // Borrowed: the monitor lives as long as the process.
    private let monitor = g_network_monitor_get_default()

    /// Calls `body` on the main context each time the network comes, goes or changes.
    public init(onChange body: @escaping @MainActor () -> Void) {
        guard let monitor else { return }
        Signal.connect(UnsafeMutableRawPointer(monitor), int: "network-changed") { _ in body() }
    }

    /// Whether there is one. On a machine without, loopback still works.
    public var isAvailable: Bool { monitor.map { g_network_monitor_get_network_available($0) != 0 } ?? true }

    /// Whether its bytes cost money.
    public var isMetered: Bool { monitor.map { g_network_monitor_get_network_metered($0) != 0 } ?? false }
}
