import CGLib
import Foundation

/// Finds the session bus if nothing names it: on bare machines without a desktop that starts one.
///
/// GIO would run `dbus-launch`, which finds or starts this display's bus, and wait for it; and run it again for every
/// user of the bus: the application, its settings, GTK's, accessibility. If it cannot write to the home, dbus-launch
/// (1.14) starts a bus, ends it, sleeps for three seconds, and returns the dead bus's address. A start took thirteen
/// seconds.
public enum SessionBus {
    /// Asks once and briefly; then the process's environment names the bus, or says that there is none.
    ///
    /// Call it before there are threads, and before any use of the bus.
    public static func settle() {
        let environment = ProcessInfo.processInfo.environment
        guard needsLaunching(environment) else { return }
        setenv(variable, launch(environment) ?? none, 1)
    }

    private static let variable = "DBUS_SESSION_BUS_ADDRESS"
    /// An invalid address: every user learns at once that there is no bus.
    private static let none = "disabled:"
    /// Many times what dbus-launch takes to start a bus.
    private static let patienceMilliseconds = 1000

    /// Whether GIO would run dbus-launch: no variable or socket names the bus, but there is a display.
    static func needsLaunching(_ environment: [String: String]) -> Bool {
        guard environment[variable] == nil, environment["DISPLAY"]?.isEmpty == false else { return false }
        guard let folder = environment["XDG_RUNTIME_DIR"] else { return true }
        return !FileManager.default.fileExists(atPath: "\(folder)/bus")
    }

    /// Whether dbus-launch can record its bus in `home`.
    static func canNote(in home: String) -> Bool {
        for folder in ["\(home)/.dbus/session-bus", "\(home)/.dbus", home] {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else { continue }
            return isFolder.boolValue && FileManager.default.isWritableFile(atPath: folder)
        }
        return false
    }

    /// dbus-launch's answer, as for GIO; nil if it has none, or takes too long.
    private static func launch(_ environment: [String: String]) -> String? {
        guard canNote(in: environment["HOME"] ?? NSHomeDirectory()), let machine = machineID else { return nil }
        let words = ["dbus-launch", "--autolaunch=\(machine)", "--binary-syntax", "--close-stderr"]
        var arguments = words.map { g_strdup($0) } + [nil]
        defer { arguments.forEach { g_free($0) } }
        var child: GPid = 0
        var output: CInt = -1
        let flags = GSpawnFlags(rawValue: G_SPAWN_SEARCH_PATH.rawValue | G_SPAWN_STDERR_TO_DEV_NULL.rawValue)
        guard g_spawn_async_with_pipes(nil, &arguments, nil, flags, nil, nil, &child, nil, &output, nil, nil) != 0
        else { return nil }
        defer { close(output) }
        guard let address = answer(from: output) else {
            kill(child, SIGKILL)
            return nil
        }
        return address
    }

    /// The bytes up to a zero, if they arrive in time.
    private static func answer(from output: CInt) -> String? {
        let end = DispatchTime.now().uptimeNanoseconds + UInt64(patienceMilliseconds) * 1_000_000
        var text: [UInt8] = []
        while true {
            let now = DispatchTime.now().uptimeNanoseconds
            var ready = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard now < end else { return nil }
            let state = poll(&ready, 1, CInt((end - now) / 1_000_000) + 1)
            if state < 0, errno == EINTR { continue }
            guard state > 0 else { return nil }
            var piece = [UInt8](repeating: 0, count: 512)
            let count = read(output, &piece, piece.count)
            guard count > 0 else { return nil }
            text += piece.prefix(count)
            guard let length = text.firstIndex(of: 0) else { continue }
            return length > 0 ? String(bytes: text.prefix(length), encoding: .utf8) : nil
        }
    }

    private static var machineID: String? {
        for path in ["/var/lib/dbus/machine-id", "/etc/machine-id"] {
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { continue }
            let id = text.trimmingCharacters(in: .whitespacesAndNewlines)
            if id.count == 32, id.allSatisfy(\.isHexDigit) { return id }
        }
        return nil
    }
}
