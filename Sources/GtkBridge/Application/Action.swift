import CGtk
import GLibBridge

/// An action for menus, keys and buttons.
@MainActor
package final class Action {
    let object: ObjectReference

    package init(_ name: String, _ body: @escaping @MainActor () -> Void) {
        object = ObjectReference(new: g_simple_action_new(name, nil))
        Signal.connect(object.pointer, "activate", body)
    }

    /// An action with a text, which `body` gets.
    package init(_ name: String, taking body: @escaping @MainActor (String) -> Void) {
        let type = g_variant_type_new("s")
        defer { g_variant_type_free(type) }
        object = ObjectReference(new: g_simple_action_new(name, type))
        Signal.connect(object.pointer, "activate") { (parameter: UnsafeMutableRawPointer?) in
            guard let parameter, let text = g_variant_get_string(OpaquePointer(parameter), nil) else { return }
            body(String(cString: text))
        }
    }

    /// An action with an on/off state, initially off; calls `body` with the new state.
    package init(toggle name: String, _ body: @escaping @MainActor (Bool) -> Void) {
        object = ObjectReference(new: g_simple_action_new_stateful(name, nil, g_variant_new_boolean(0)))
        // Unowned: the action lives during the emission, and retaining itself would leak it.
        Signal.connect(object.pointer, "notify::state") { [action = object.opaque] in
            guard let state = g_action_get_state(action) else { return }
            defer { g_variant_unref(state) }
            body(g_variant_get_boolean(state) != 0)
        }
    }

    /// An action with a choice among strings: initially `initial`. Calls `body` with the new one.
    package init(_ name: String, choosing initial: String, _ body: @escaping @MainActor (String) -> Void) {
        let type = g_variant_type_new("s")
        defer { g_variant_type_free(type) }
        object = ObjectReference(new: g_simple_action_new_stateful(name, type, g_variant_new_string(initial)))
        // Unowned: the action lives during the emission, and retaining itself would leak it.
        Signal.connect(object.pointer, "activate") { [action = object.opaque] (parameter: UnsafeMutableRawPointer?) in
            guard let parameter, let text = g_variant_get_string(OpaquePointer(parameter), nil) else { return }
            let choice = String(cString: text)
            g_simple_action_set_state(action, g_variant_new_string(choice))
            body(choice)
        }
    }

    /// The state of an on/off action.
    package var isOn: Bool {
        get {
            guard let state = g_action_get_state(object.opaque) else { return false }
            defer { g_variant_unref(state) }
            return g_variant_get_boolean(state) != 0
        }
        set {
            if newValue != isOn { g_simple_action_set_state(object.opaque, g_variant_new_boolean(newValue ? 1 : 0)) }
        }
    }

    /// The current choice; setting it calls no body.
    package var choice: String {
        get {
            guard let state = g_action_get_state(object.opaque) else { return "" }
            defer { g_variant_unref(state) }
            return g_variant_get_string(state, nil).map { String(cString: $0) } ?? ""
        }
        set { if newValue != choice { g_simple_action_set_state(object.opaque, g_variant_new_string(newValue)) } }
    }

    /// Whether it is available; its widgets are greyed out otherwise.
    package var isEnabled: Bool {
        get { g_action_get_enabled(object.opaque) != 0 }
        set { g_simple_action_set_enabled(object.opaque, newValue ? 1 : 0) }
    }
}
