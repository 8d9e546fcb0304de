import CGLib

/// The program's settings (GSettings). Without an installed schema, all keys have the given defaults, and changes are
/// lost: GLib itself would abort.
@MainActor
public final class Settings {
    private let settings: ObjectReference?

    /// The settings of `schema`.
    public init(schema: String) {
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

    /// A list of strings.
    public func strings(_ key: String) -> [String] {
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

    /// Sets a list of strings.
    public func set(_ key: String, _ strings: [String]) {
        guard let pointer else { return }
        var pointers: [UnsafePointer<CChar>?] =
            strings.map { string in g_strdup(string).map { UnsafePointer($0) } } + [nil]
        g_settings_set_strv(pointer, key, &pointers)
        for pointer in pointers { g_free(UnsafeMutableRawPointer(mutating: pointer)) }
    }

    /// A text.
    public func string(_ key: String, default fallback: String) -> String {
        guard let pointer, let text = g_settings_get_string(pointer, key) else { return fallback }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Sets a text.
    public func set(_ key: String, _ text: String) {
        if let pointer { g_settings_set_string(pointer, key, text) }
    }

    /// A whole number.
    public func integer(_ key: String, default fallback: Int) -> Int {
        guard let pointer, let value = g_settings_get_value(pointer, key) else { return fallback }
        defer { g_variant_unref(value) }
        switch g_variant_classify(value) {
        case G_VARIANT_CLASS_INT32: return Int(g_variant_get_int32(value))
        case G_VARIANT_CLASS_UINT32: return Int(g_variant_get_uint32(value))
        default: return fallback
        }
    }

    /// Sets a whole number (of type i).
    public func set(_ key: String, _ integer: Int) {
        if let pointer { g_settings_set_int(pointer, key, CInt(clamping: integer)) }
    }

    /// Yes or no.
    public func boolean(_ key: String, default fallback: Bool) -> Bool {
        pointer.map { g_settings_get_boolean($0, key) != 0 } ?? fallback
    }

    /// Sets yes or no.
    public func set(_ key: String, _ boolean: Bool) {
        if let pointer { g_settings_set_boolean(pointer, key, boolean ? 1 : 0) }
    }

    /// Writes changes to disk, before the program ends.
    public static func sync() { g_settings_sync() }
}
