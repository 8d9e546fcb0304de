import CGtk
import GLibBridge

/// A menu.
@MainActor
public final class Menu {
    let object: ObjectReference

    /// An empty menu.
    public init() {
        guard let made = g_menu_new() else { preconditionFailure("never NULL") }
        object = ObjectReference(taking: UnsafeMutableRawPointer(made))
    }

    /// Adds an entry that activates `action`, such as "win.NAME".
    public func append(_ label: String, action: String) { g_menu_append(object.opaque, label, action) }

    /// Adds an entry that activates `action`, and shows keys other than the application's: see Widget.addKeys.
    public func append(_ label: String, action: String, keys: String) {
        guard let item = g_menu_item_new(label, action) else { return }
        g_menu_item_set_attribute_value(item, "accel", g_variant_new_string(keys))
        g_menu_append_item(object.opaque, item)
        g_object_unref(UnsafeMutableRawPointer(item))
    }

    /// Adds an entry that exists only while its action is enabled: for alternatives.
    public func append(_ label: String, whilePossible action: String, keys: String? = nil) {
        guard let item = g_menu_item_new(label, action) else { return }
        g_menu_item_set_attribute_value(item, "hidden-when", g_variant_new_string("action-disabled"))
        if let keys { g_menu_item_set_attribute_value(item, "accel", g_variant_new_string(keys)) }
        g_menu_append_item(object.opaque, item)
        g_object_unref(UnsafeMutableRawPointer(item))
    }

    /// Adds a section with a separating line, and optionally a heading.
    public func append(section: Menu, heading: String? = nil) {
        g_menu_append_section(object.opaque, heading, section.object.typed())
    }

    /// Adds an entry that opens another menu.
    public func append(_ label: String, submenu: Menu) {
        g_menu_append_submenu(object.opaque, label, submenu.object.typed())
    }
}
