import CGLib
import Synchronization

/// Watches folders through GIO for files that appear, disappear or change: at once if the file system reports changes,
/// otherwise by polling.
///
/// Watching a folder before reading it misses no change.
@MainActor
public final class FolderMonitor {
    /// Reports changes together, this long after the first: unpacking an archive causes thousands.
    private static let gatherMilliseconds = 500

    private struct Watched {
        var monitors: [String: ObjectReference] = [:]
        /// The addresses requested in this round.
        var wanted: Set<String> = []
    }

    private nonisolated let watched = Mutex(Watched())
    private var changed: Set<String> = []
    private var timer: MainTimer?
    private let body: @MainActor (Set<String>) -> Void

    /// Watches nothing yet. Calls `body` with the URIs of existing files with new content; with none if files only
    /// appeared or disappeared.
    public init(onChange body: @escaping @MainActor (Set<String>) -> Void) { self.body = body }

    /// Starts to watch the folder at `address`, once; callable on any thread. An address is a URI, because strings
    /// cannot hold names that are not UTF-8.
    public nonisolated func watch(_ address: String) {
        watched.withLock { watched in
            watched.wanted.insert(address)
            // If watching is impossible, stays silent: Reload still works.
            if watched.monitors[address] == nil { watched.monitors[address] = monitor(of: address) }
        }
    }

    /// Ends a round: stops watching folders that were not requested in it.
    public func endRound() {
        watched.withLock { watched in
            watched.monitors = watched.monitors.filter { watched.wanted.contains($0.key) }
            watched.wanted = []
        }
    }

    private nonisolated func monitor(of address: String) -> ObjectReference? {
        guard let file = g_file_new_for_uri(address) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        guard let monitor = g_file_monitor_directory(file, G_FILE_MONITOR_WATCH_MOVES, nil, nil) else { return nil }
        let reference = ObjectReference(taking: UnsafeMutableRawPointer(monitor))
        // It emits on the main context, wherever it was created.
        Signal.connect(reference.pointer, "changed") {
            [weak self] (file: UnsafeMutableRawPointer?, _: UnsafeMutableRawPointer?, event: Int) in
            self?.take(file, event)
        }
        return reference
    }

    private func take(_ file: UnsafeMutableRawPointer?, _ event: Int) {
        switch UInt32(event) {
        case G_FILE_MONITOR_EVENT_CHANGES_DONE_HINT.rawValue:
            guard let address = file.flatMap({ g_file_get_uri(OpaquePointer($0)) }) else { break }
            changed.insert(String(cString: address))
            g_free(address)
        case G_FILE_MONITOR_EVENT_CREATED.rawValue, G_FILE_MONITOR_EVENT_DELETED.rawValue,
            G_FILE_MONITOR_EVENT_MOVED_IN.rawValue, G_FILE_MONITOR_EVENT_MOVED_OUT.rawValue,
            G_FILE_MONITOR_EVENT_RENAMED.rawValue, G_FILE_MONITOR_EVENT_UNMOUNTED.rawValue:
            break
        // While it is written, and changes of attributes: nothing visible.
        default: return
        }
        guard timer == nil else { return }
        timer = MainTimer(after: Self.gatherMilliseconds) { [weak self] in
            guard let self else { return }
            timer = nil
            let changed = changed
            self.changed = []
            body(changed)
        }
    }
}
