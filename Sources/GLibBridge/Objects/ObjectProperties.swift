import CGLib

/// Sets GObject properties by name: g_object_set and g_object_new are variadic, so Swift does not import them.
public enum ObjectProperties {
    /// Sets a boolean property.
    public static func set(_ object: UnsafeMutableRawPointer, _ name: String, bool value: Bool) {
        var holder = GValue()
        g_value_init(&holder, FundamentalType.boolean.rawValue)
        g_value_set_boolean(&holder, value ? 1 : 0)
        g_object_set_property(object.assumingMemoryBound(to: GObject.self), name, &holder)
        g_value_unset(&holder)
    }

    /// A boolean property.
    public static func bool(_ object: UnsafeMutableRawPointer, _ name: String) -> Bool {
        var holder = GValue()
        g_value_init(&holder, FundamentalType.boolean.rawValue)
        defer { g_value_unset(&holder) }
        g_object_get_property(object.assumingMemoryBound(to: GObject.self), name, &holder)
        return g_value_get_boolean(&holder) != 0
    }

    /// Sets a text property.
    public static func set(_ object: UnsafeMutableRawPointer, _ name: String, string value: String) {
        var holder = GValue()
        g_value_init(&holder, FundamentalType.string.rawValue)
        g_value_set_string(&holder, value)
        g_object_set_property(object.assumingMemoryBound(to: GObject.self), name, &holder)
        g_value_unset(&holder)
    }

    /// Creates an object with construct-only int properties. GValue converts them to uint if necessary.
    public static func make(_ type: GType, _ properties: [(name: String, value: Int)]) -> ObjectReference? {
        var names: [UnsafePointer<CChar>?] = properties.map { property in
            g_strdup(property.name).map { UnsafePointer($0) }
        }
        defer { for name in names { g_free(UnsafeMutableRawPointer(mutating: name)) } }
        var values = properties.map { property in
            var holder = GValue()
            g_value_init(&holder, FundamentalType.int.rawValue)
            g_value_set_int(&holder, CInt(clamping: property.value))
            return holder
        }
        return g_object_new_with_properties(type, guint(properties.count), &names, &values)
            .map { ObjectReference(taking: UnsafeMutableRawPointer($0)) }
    }
}
