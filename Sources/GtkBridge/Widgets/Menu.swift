import CGtk
import GLibBridge

@MainActor
package final class Menu {
    let object: ObjectReference

    package init() { object = ObjectReference(new: g_menu_new()) }

    /// Adds an entry that activates `action`, such as "win.NAME".
    package func append(_ label: String, action: String) { g_menu_append(object.opaque, label, action) }

    /// Adds an entry that activates `action`, and shows keys other than the application's: see Widget.addKeys.
    package func append(_ label: String, action: String, keys: String) {
        append(label, action: action, attributes: ["accel": keys])
    }

    /// Adds an entry that exists only while its action is enabled: for alternatives.
    package func append(_ label: String, whilePossible action: String, keys: String? = nil) {
        var attributes = ["hidden-when": "action-disabled"]
        attributes["accel"] = keys
        append(label, action: action, attributes: attributes)
    }

    /// Adds an entry that activates `action` with `target`. `label` has no mnemonic.
    package func append(plain label: String, action: String, target: String) {
        let label = label.reduce(into: "") { $0 += $1 == "_" ? "__" : String($1) }
        let item = ObjectReference(new: g_menu_item_new(label, nil))
        g_menu_item_set_action_and_target_value(item.opaque, action, g_variant_new_string(target))
        g_menu_append_item(object.opaque, item.opaque)
    }

    /// Removes all entries; an open menu follows.
    package func removeAll() { g_menu_remove_all(object.opaque) }

    private func append(_ label: String, action: String, attributes: [String: String]) {
        let item = ObjectReference(new: g_menu_item_new(label, action))
        for (name, value) in attributes {
            g_menu_item_set_attribute_value(item.opaque, name, g_variant_new_string(value))
        }
        g_menu_append_item(object.opaque, item.opaque)
    }

    /// Adds a section with a separating line, and optionally a heading.
    package func append(section: Menu, heading: String? = nil) {
        g_menu_append_section(object.opaque, heading, section.object.typed())
    }

    package func append(_ label: String, submenu: Menu) {
        g_menu_append_submenu(object.opaque, label, submenu.object.typed())
    }
}
