import CGtk
import GLibBridge

/// The program on the desktop.
@MainActor
package final class Application {
    /// An AdwApplication.
    let object: ObjectReference
    private var application: UnsafeMutablePointer<GApplication> { object.typed() }
    /// The keys that GTK misses on some foreign keyboards.
    private(set) var missedKeys = KeyMap<String>()

    /// An application with this id, of the form a.b.c. A second start passes its command line to the first, unless
    /// `isUnique` is false. The session's bus can start it, too: `onActivate`, `onOpen`.
    package init(id: String, isUnique: Bool) {
        var flags = G_APPLICATION_HANDLES_COMMAND_LINE.rawValue | G_APPLICATION_HANDLES_OPEN.rawValue
        if !isUnique { flags |= G_APPLICATION_NON_UNIQUE.rawValue }
        // The program has set its locale. GTK sets all of it or none, and complains if part of it is not installed.
        gtk_disable_setlocale()
        object = ApplicationOnBus.make(id: id, flags: GApplicationFlags(rawValue: flags))
        // The program's resources contain no icons or menus. If GTK looked for them, it would discard the icon theme
        // that its thread has just read, and read it again while the first window waits.
        g_application_set_resource_base_path(application, nil)
    }

    /// Calls `body` once, in the first instance, before anything else.
    package func onStartup(_ body: @escaping @MainActor () -> Void) {
        // After AdwApplication's own handler, which sets up the display.
        Signal.connect(object.pointer, "startup", after: true) {
            AccessibleNames.watchWindows()
            body()
        }
    }

    /// Calls `body` with each start's arguments, including the program name, and its working directory, in any
    /// encoding; in the first instance.
    package func onCommandLine(_ body: @escaping @MainActor (_ arguments: [[UInt8]], _ folder: [UInt8]?) -> Void) {
        Signal.connect(object.pointer, "command-line") { (line: UnsafeMutableRawPointer?) in
            guard let line else { return 1 }
            let commandLine = line.assumingMemoryBound(to: GApplicationCommandLine.self)
            var count: CInt = 0
            let vector = g_application_command_line_get_arguments(commandLine, &count)
            defer { g_strfreev(vector) }
            let arguments = (0..<Int(count)).compactMap { index in vector?[index].map { Self.bytes($0) } }
            body(arguments, g_application_command_line_get_cwd(commandLine).map { Self.bytes($0) })
            return 0
        }
    }

    /// Calls `body` when the desktop starts or raises the program through the session's bus, without a command line.
    package func onActivate(_ body: @escaping @MainActor () -> Void) {
        Signal.connect(object.pointer, "activate", body)
    }

    /// Calls `body` with the addresses (URIs) that the desktop opens through the session's bus.
    package func onOpen(_ body: @escaping @MainActor (_ addresses: [String]) -> Void) {
        Signal.connect(object.pointer, "open") {
            (files: UnsafeMutableRawPointer?, count: Int, _: String?) in
            let files = files?.assumingMemoryBound(to: OpaquePointer?.self)
            body((0..<count).compactMap { index in files?[index].flatMap { String(taking: g_file_get_uri($0)) } })
        }
    }

    /// Adds an action as "app.NAME".
    package func add(_ action: Action) { g_action_map_add_action(object.opaque, action.object.opaque) }

    /// Sets the keys of an action, such as "win.NAME", in GTK's notation: "<Control>r".
    package func setKeys(_ keys: [String], for action: String) {
        var pointers: [UnsafePointer<CChar>?] = keys.map { key in g_strdup(key).map { UnsafePointer($0) } } + [nil]
        gtk_application_set_accels_for_action(object.typed(), action, &pointers)
        for pointer in pointers { g_free(UnsafeMutableRawPointer(mutating: pointer)) }
        missedKeys.add(keys.filter { KeyTrigger($0)?.isMissed == true }, action)
    }

    private static func bytes(_ text: UnsafePointer<CChar>) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }

    /// Runs until the last window is closed; returns the exit status. `arguments` are the process's.
    package func run(_ arguments: [[UInt8]]) -> Int32 {
        var pointers: [UnsafeMutablePointer<CChar>?] =
            arguments.map { word in
                (word.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { g_strdup($0.baseAddress) }
            }
            + [nil]
        defer { for pointer in pointers { g_free(pointer) } }
        return g_application_run(application, CInt(arguments.count), &pointers)
    }

    /// Ends `run` at once.
    package func quit() { g_application_quit(application) }
}

/// Styles of all windows.
@MainActor
package enum Style {
    package static func add(css: String) {
        StyleSheet(priority: GTK_STYLE_PROVIDER_PRIORITY_APPLICATION).set(css: css)
    }

    package static func disableAnimations() {
        guard let settings = gtk_settings_get_default() else { return }
        ObjectProperties.set(UnsafeMutableRawPointer(settings), "gtk-enable-animations", bool: false)
    }

    /// Whether the person lets the desktop's programs remember what was opened.
    package static var remembersRecentFiles: Bool {
        gtk_settings_get_default().map {
            ObjectProperties.bool(UnsafeMutableRawPointer($0), "gtk-recent-files-enabled")
        } ?? true
    }

    /// How much larger than usual a person wants text: 2 for 200 %.
    package static var textScale: Double {
        guard let settings = gtk_settings_get_default() else { return 1 }
        let dots = ObjectProperties.int(UnsafeMutableRawPointer(settings), "gtk-xft-dpi")
        // 96 dots an inch, in 1024ths; -1 for the default.
        return dots > 0 ? Double(dots) / (96 * 1024) : 1
    }

    /// From this ``textScale`` on, less fits into a line than usual.
    package static let largeText = 1.5

    /// Calls `body` now, and whenever ``textScale`` changes: large text is a switch in the desktop's menu.
    package static func onTextScale(_ body: @escaping @MainActor () -> Void) {
        if let settings = gtk_settings_get_default() {
            Signal.connect(UnsafeMutableRawPointer(settings), "notify::gtk-xft-dpi", body)
        }
        body()
    }

    package static var hasAnimations: Bool {
        gtk_settings_get_default().map {
            ObjectProperties.bool(UnsafeMutableRawPointer($0), "gtk-enable-animations")
        } ?? true
    }
}
