import CGLib

/// Watches folders for files that come, go or change, through GIO: on file systems that tell, at once; on others by asking
/// now and then.
@MainActor
public final class FolderMonitor {
    /// Changes are told together, so long after the first of them: a program that unpacks an archive makes thousands.
    private static let gatherMilliseconds = 500

    private var monitors: [ObjectReference] = []
    private var changed: Set<String> = []
    private var timer: MainTimer?
    private let body: @MainActor (Set<String>) -> Void

    /// Watches the folders at `addresses`, which are URIs: a name that is not UTF-8 is in no string. `body` gets the URIs of
    /// files that were there before and have other content now; none where files only came or went.
    public init(_ addresses: [String], onChange body: @escaping @MainActor (Set<String>) -> Void) {
        self.body = body
        for address in addresses {
            guard let file = g_file_new_for_uri(address) else { continue }
            defer { g_object_unref(UnsafeMutableRawPointer(file)) }
            // Where nothing can be watched, there is nothing to say: Reload is still there.
            guard let monitor = g_file_monitor_directory(file, G_FILE_MONITOR_WATCH_MOVES, nil, nil) else { continue }
            let reference = ObjectReference(taking: UnsafeMutableRawPointer(monitor))
            Signal.connect(reference.pointer, fileEvent: "changed") { [weak self] address, event in
                self?.take(address, event)
            }
            monitors.append(reference)
        }
    }

    private func take(_ address: String?, _ event: Int) {
        switch UInt32(event) {
        case G_FILE_MONITOR_EVENT_CHANGES_DONE_HINT.rawValue: if let address { changed.insert(address) }
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

extension Signal {
    /// `void (*)(object, GFile, GFile, GFileMonitorEvent, user_data)`: "changed" of a GFileMonitor (the first file's URI).
    @discardableResult
    static func connect(
        _ object: UnsafeMutableRawPointer, fileEvent name: String,
        _ body: @escaping @MainActor (_ address: String?, _ event: Int) -> Void
    ) -> SignalID {
        typealias Function = @MainActor (String?, Int) -> Void
        let callback: @convention(c) (gpointer?, gpointer?, gpointer?, CUnsignedInt, gpointer?) -> Void = {
            _, file, _, event, data in
            let address = file.flatMap { g_file_get_uri(OpaquePointer($0)) }
            defer { g_free(address) }
            let text = address.map { String(cString: $0) }
            MainActor.assumeIsolated { handler(data, Function.self)?(text, Int(event)) }
        }
        return connect(object, name, after: false, body as Function, unsafeBitCast(callback, to: GCallback.self))
    }
}
