import CGLib
import Synchronization

/// The desktop's word on the network (GNetworkMonitor).
@MainActor
public final class NetworkMonitor {
    /// What has happened.
    public enum Change: Sendable, Equatable {
        /// There is a network, and just before there was none, or another, or a worse one.
        case isBack
        /// Whether its bytes cost money has changed, or may have.
        case metering
    }

    /// Whether there is a network, as was last heard; taken for so where nobody listens. From any thread.
    public nonisolated static var isNetworkAvailable: Bool { isAvailable.load(ordering: .relaxed) }
    private nonisolated static let isAvailable = Atomic(true)

    // Borrowed: the monitor lives as long as the process.
    private let monitor = g_network_monitor_get_default()

    /// Calls `body` on the main context each time the network comes back or its price changes.
    ///
    /// "network-changed" alone would not do: it tells of routes, as the kernel does. What NetworkManager knows beside
    /// them, that the network costs money or leads no further than the house, GLib tells by these properties only.
    public init(onChange body: @escaping @MainActor (Change) -> Void) {
        guard let monitor else { return }
        let pointer = UnsafeMutableRawPointer(monitor)
        Self.isAvailable.store(g_network_monitor_get_network_available(monitor) != 0, ordering: .relaxed)
        Signal.connect(pointer, "network-changed") { (isAvailable: Bool) in
            Self.isAvailable.store(isAvailable, ordering: .relaxed)
            if isAvailable { body(.isBack) }
        }
        Signal.connect(pointer, "notify::connectivity") { [weak self] in
            if self?.leadsFurther == true { body(.isBack) }
        }
        Signal.connect(pointer, "notify::network-metered") { body(.metering) }
    }

    /// Whether the network leads further than the house, as far as the desktop has tried.
    private var leadsFurther: Bool {
        monitor.map { g_network_monitor_get_connectivity($0) != G_NETWORK_CONNECTIVITY_LOCAL } ?? true
    }

    /// Whether its bytes cost money.
    public var isMetered: Bool { monitor.map { g_network_monitor_get_network_metered($0) != 0 } ?? false }
}
