import CGLib

/// The desktop's word that memory is short (GMemoryMonitor).
@MainActor
public final class MemoryMonitor {
    private let monitor: ObjectReference?

    /// Calls `body` on the main context at each warning, of whatever level.
    public init(onWarning body: @escaping @MainActor () -> Void) {
        monitor = g_memory_monitor_dup_default().map { ObjectReference(taking: UnsafeMutableRawPointer($0)) }
        guard let monitor else { return }
        Signal.connect(monitor.pointer, "low-memory-warning") { body() }
    }
}
