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

/// What the process has of the machine's memory: glibc's allocator keeps what is freed, for later.
public enum ProcessMemory {
    /// Has what is freed serve others, or go back to the system. To be called once, before there are threads.
    public static func keepLittle() {
        // glibc gives threads pools of their own, eight for each core, and what one frees no other gets. Pictures are
        // made on one thread and given up on another, thousands a minute: the pools grew to half as much again as there
        // was in them. Two, since with one alone the main thread waits for others while the program starts: GTK and
        // Pango, too, read icons and fonts on threads, and a tenth of the time to the first window went by so.
        mallopt(M_ARENA_MAX, 2)
        // Pieces come from the system one by one only until one is freed; from then on malloc keeps what is no larger,
        // up to 32 MiB, for the next time (mallopt(3), "dynamic mmap threshold"). A photo of 100 megapixels that was
        // looked at left 50 MB so, and each further one as much again. What frames of an ordinary window take is still
        // used again: new pages for each would cost as much as the frame.
        mallopt(M_MMAP_THRESHOLD, 4 << 20)
        mallopt(M_TRIM_THRESHOLD, 8 << 20)
    }

    /// Gives back to the system what is free, which takes some milliseconds; on any thread.
    public static func giveBack() { malloc_trim(0) }
}
