import CGLib

/// Sets and reads GObject properties by name: g_object_set is variadic, and so not imported.
public enum ObjectProperties {
    /// Sets an int or uint property.
    public static func set(_ object: UnsafeMutableRawPointer, _ name: String, int value: Int) {
        set(object, name, g_type_int()) { g_value_set_int(&$0, CInt(clamping: value)) }
    }

    /// Sets a boolean property.
    public static func set(_ object: UnsafeMutableRawPointer, _ name: String, bool value: Bool) {
        set(object, name, g_type_boolean()) { g_value_set_boolean(&$0, value ? 1 : 0) }
    }

    // GValue converts between the numeric types by itself when a property is set.
    private static func set(
        _ object: UnsafeMutableRawPointer, _ name: String, _ type: GType, _ fill: (inout GValue) -> Void
    ) {
        var value = GValue()
        g_value_init(&value, type)
        fill(&value)
        g_object_set_property(object.assumingMemoryBound(to: GObject.self), name, &value)
        g_value_unset(&value)
    }

    // The fundamental types' numbers: G_TYPE_INT and the like are macros (G_TYPE_MAKE_FUNDAMENTAL, a shift by 2).
    private static func g_type_int() -> GType { GType(6 << 2) }
    private static func g_type_boolean() -> GType { GType(5 << 2) }
}
