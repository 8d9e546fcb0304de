import CGLib
import Synchronization

/// Watches folders for files that come, go or change, through GIO: on file systems that tell, at once; on others by
/// asking now and then.
///
/// A folder that is watched before it is read loses no change: what happens meanwhile is told as well.
@MainActor
public final class FolderMonitor {
    /// Changes are told together, so long after the first of them: a program that unpacks an archive makes thousands.
    private static let gatherMilliseconds = 500

    private struct Watched {
        var monitors: [String: ObjectReference] = [:]
        /// The addresses that were asked for in this round.
        var wanted: Set<String> = []
    }

    private nonisolated let watched = Mutex(Watched())
    private var changed: Set<String> = []
    private var timer: MainTimer?
    private let body: @MainActor (Set<String>) -> Void

    /// Watches nothing yet. `body` gets the URIs of files that were there before and have other content now; none where
    /// files only came or went.
    public init(onChange body: @escaping @MainActor (Set<String>) -> Void) { self.body = body }

    /// Watches the folder at `address` from now on, if it is not watched yet; called on any thread. An address is a
    /// URI: a name that is not UTF-8 is in no string.
    public nonisolated func watch(_ address: String) {
        watched.withLock { watched in
            watched.wanted.insert(address)
            // Where nothing can be watched, there is nothing to say: Reload is still there.
            if watched.monitors[address] == nil { watched.monitors[address] = monitor(of: address) }
        }
    }

    /// Ends a round: folders that were not asked for since the last one are watched no longer.
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
        // It emits on the main context, wherever it was made.
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
        // While it is written, and its dates and rights: nothing that is seen.
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
