import CGLib

/// Sets GObject properties by name: g_object_set and g_object_new are variadic, so Swift does not import them.
package enum ObjectProperties {
    package static func set(_ object: UnsafeMutableRawPointer, _ name: String, bool value: Bool) {
        var holder = GValue()
        g_value_init(&holder, FundamentalType.boolean.rawValue)
        g_value_set_boolean(&holder, value ? 1 : 0)
        g_object_set_property(object.assumingMemoryBound(to: GObject.self), name, &holder)
        g_value_unset(&holder)
    }

    package static func bool(_ object: UnsafeMutableRawPointer, _ name: String) -> Bool {
        var holder = GValue()
        g_value_init(&holder, FundamentalType.boolean.rawValue)
        defer { g_value_unset(&holder) }
        g_object_get_property(object.assumingMemoryBound(to: GObject.self), name, &holder)
        return g_value_get_boolean(&holder) != 0
    }

    /// Sets a property of an enumeration.
    package static func set(_ object: UnsafeMutableRawPointer, _ name: String, int value: Int) {
        let object = object.assumingMemoryBound(to: GObject.self)
        let found = g_object_class_find_property(
            object.pointee.g_type_instance.g_class
                .map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GObjectClass.self) }, name)
        guard let type = found?.pointee.value_type else { return }
        var holder = GValue()
        g_value_init(&holder, type)
        g_value_set_enum(&holder, CInt(clamping: value))
        g_object_set_property(object, name, &holder)
        g_value_unset(&holder)
    }

    package static func int(_ object: UnsafeMutableRawPointer, _ name: String) -> Int {
        var holder = GValue()
        g_value_init(&holder, FundamentalType.int.rawValue)
        defer { g_value_unset(&holder) }
        g_object_get_property(object.assumingMemoryBound(to: GObject.self), name, &holder)
        return Int(g_value_get_int(&holder))
    }

    /// The text of a property; nil without one.
    package static func string(_ object: UnsafeMutableRawPointer, _ name: String) -> String? {
        var holder = GValue()
        g_value_init(&holder, FundamentalType.string.rawValue)
        defer { g_value_unset(&holder) }
        g_object_get_property(object.assumingMemoryBound(to: GObject.self), name, &holder)
        return g_value_get_string(&holder).map { String(cString: $0) }
    }

    package static func set(_ object: UnsafeMutableRawPointer, _ name: String, string value: String) {
        var holder = GValue()
        g_value_init(&holder, FundamentalType.string.rawValue)
        g_value_set_string(&holder, value)
        g_object_set_property(object.assumingMemoryBound(to: GObject.self), name, &holder)
        g_value_unset(&holder)
    }

    /// Creates an object with construct-only int properties. GValue converts them to uint if necessary.
    package static func make(_ type: GType, _ properties: [(name: String, value: Int)]) -> ObjectReference? {
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
