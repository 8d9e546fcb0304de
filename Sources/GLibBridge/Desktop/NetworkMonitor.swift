import CGLib
import Synchronization

/// The desktop's network state (GNetworkMonitor).
@MainActor
public final class NetworkMonitor {
    /// A change.
    public enum Change: Sendable, Equatable {
        /// A network is available after there was none, or another or a worse one.
        case isBack
        /// Whether data costs money may have changed.
        case metering
    }

    /// Whether a network is available, as of the last signal; true if nobody listens. From any thread.
    public nonisolated static var isNetworkAvailable: Bool { isAvailable.load(ordering: .relaxed) }
    private nonisolated static let isAvailable = Atomic(true)

    // Borrowed: the monitor lives as long as the process.
    private let monitor = g_network_monitor_get_default()

    /// Calls `body` on the main context when the network returns or its metering changes.
    ///
    /// "network-changed" alone does not suffice: it reports the kernel's routes. NetworkManager's further knowledge,
    /// that the network is metered or only local, appears only in these properties.
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

    /// Whether the network reaches the internet, as far as the desktop knows.
    private var leadsFurther: Bool {
        monitor.map { g_network_monitor_get_connectivity($0) != G_NETWORK_CONNECTIVITY_LOCAL } ?? true
    }

    /// Whether data costs money.
    public var isMetered: Bool { monitor.map { g_network_monitor_get_network_metered($0) != 0 } ?? false }
}
