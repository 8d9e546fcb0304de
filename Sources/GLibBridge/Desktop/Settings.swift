import CGLib

/// The program's settings (GSettings). Without an installed schema, all keys have the given defaults, and changes are
/// lost: GLib itself would abort.
@MainActor
package final class Settings {
    private let settings: ObjectReference?
    private var isQuiet = false

    /// The settings of `schema`.
    package init(schema: String) {
        guard let source = g_settings_schema_source_get_default(),
            let found = g_settings_schema_source_lookup(source, schema, 1)
        else {
            settings = nil
            return
        }
        defer { g_settings_schema_unref(found) }
        settings = g_settings_new_full(found, nil, nil).map { ObjectReference(taking: UnsafeMutableRawPointer($0)) }
    }

    private var pointer: UnsafeMutablePointer<GSettings>? { settings?.typed() }

    package func strings(_ key: String) -> [String] {
        guard let pointer, let vector = g_settings_get_strv(pointer, key) else { return [] }
        defer { g_strfreev(vector) }
        var strings: [String] = []
        var next = vector
        while let string = next.pointee {
            strings.append(String(cString: string))
            next += 1
        }
        return strings
    }

    package func set(_ key: String, _ strings: [String]) {
        guard let pointer else { return }
        var pointers: [UnsafePointer<CChar>?] =
            strings.map { string in g_strdup(string).map { UnsafePointer($0) } } + [nil]
        g_settings_set_strv(pointer, key, &pointers)
        for pointer in pointers { g_free(UnsafeMutableRawPointer(mutating: pointer)) }
    }

    package func string(_ key: String, default fallback: String) -> String {
        pointer.flatMap { String(taking: g_settings_get_string($0, key)) } ?? fallback
    }

    package func set(_ key: String, _ text: String) {
        if let pointer { g_settings_set_string(pointer, key, text) }
    }

    package func integer(_ key: String, default fallback: Int) -> Int {
        guard let pointer, let value = g_settings_get_value(pointer, key) else { return fallback }
        defer { g_variant_unref(value) }
        switch g_variant_classify(value) {
        case G_VARIANT_CLASS_INT32: return Int(g_variant_get_int32(value))
        case G_VARIANT_CLASS_UINT32: return Int(g_variant_get_uint32(value))
        default: return fallback
        }
    }

    /// Sets a whole number (of type i or u).
    package func set(_ key: String, _ integer: Int) {
        guard let pointer, let value = g_settings_get_value(pointer, key) else { return }
        defer { g_variant_unref(value) }
        if g_variant_classify(value) == G_VARIANT_CLASS_UINT32 {
            g_settings_set_uint(pointer, key, CUnsignedInt(clamping: integer))
        } else {
            g_settings_set_int(pointer, key, CInt(clamping: integer))
        }
    }

    package func boolean(_ key: String, default fallback: Bool) -> Bool {
        pointer.map { g_settings_get_boolean($0, key) != 0 } ?? fallback
    }

    package func set(_ key: String, _ boolean: Bool) {
        if let pointer { g_settings_set_boolean(pointer, key, boolean ? 1 : 0) }
    }

    // MARK: - Changes

    /// Sets what belongs to one window and the next start, but not to the other windows: `onChanged` is not called.
    package func quietly(_ body: () -> Void) {
        let wasQuiet = isQuiet
        isQuiet = true
        defer { isQuiet = wasQuiet }
        // GSettings reports own changes before it returns.
        body()
    }

    /// Calls `body` with the key of each changed setting, except for quiet changes, as long as the settings live.
    package func onChanged(_ body: @escaping @MainActor (_ key: String) -> Void) {
        guard let settings else { return }
        Signal.connect(settings.pointer, "changed") { [weak self] (key: String?) in
            if let key, self?.isQuiet == false { body(key) }
        }
    }

    /// Calls `body` with the key of each changed setting until the result is released.
    package func observe(_ body: @escaping @MainActor (_ key: String) -> Void) -> Observation? {
        settings.map { settings in
            Observation(
                settings, Signal.connect(settings.pointer, "changed") { (key: String?) in if let key { body(key) } })
        }
    }

    /// Lasts as long as the changes are of interest.
    @MainActor
    package final class Observation {
        private let settings: ObjectReference
        private let id: SignalID

        fileprivate init(_ settings: ObjectReference, _ id: SignalID) { (self.settings, self.id) = (settings, id) }

        deinit { Signal.disconnect(settings.pointer, id) }
    }

    /// Writes changes to disk, before the program ends.
    package static func sync() { g_settings_sync() }
}
