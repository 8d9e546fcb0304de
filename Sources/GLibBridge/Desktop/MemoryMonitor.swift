import CGLib

/// The desktop's warnings of low memory (GMemoryMonitor).
@MainActor
public final class MemoryMonitor {
    private let monitor: ObjectReference?

    /// Calls `body` on the main context at each warning of any level.
    public init(onWarning body: @escaping @MainActor () -> Void) {
        monitor = g_memory_monitor_dup_default().map { ObjectReference(taking: UnsafeMutableRawPointer($0)) }
        guard let monitor else { return }
        Signal.connect(monitor.pointer, "low-memory-warning") { body() }
    }
}

/// The process's memory: glibc's allocator keeps freed memory for later.
public enum ProcessMemory {
    /// Makes freed memory reusable, or returns it to the system. Call it once, before there are threads.
    public static func keepLittle() {
        // glibc gives threads their own arenas, eight per core, and memory freed in one cannot serve another. Pictures
        // are created on one thread and freed on another, thousands per minute: the arenas grew to 1.5 times their
        // content. Two, because with one the main thread waits for others during the start: GTK and Pango read icons
        // and fonts on threads too, which cost a tenth of the time to the first window.
        mallopt(M_ARENA_MAX, 2)
        // Blocks are mapped individually only until one is freed; from then on malloc keeps blocks up to that size, at
        // most 32 MiB, for reuse (mallopt(3), "dynamic mmap threshold"). Each viewed photo of 100 megapixels left 50 MB
        // behind. The frames of an ordinary window are still reused: new pages for each would cost as much as the
        // frame.
        mallopt(M_MMAP_THRESHOLD, 4 << 20)
        mallopt(M_TRIM_THRESHOLD, 8 << 20)
    }

    /// Returns free memory to the system, which takes some milliseconds; on any thread.
    public static func giveBack() { malloc_trim(0) }
}
