import CGtk
import GLibBridge

/// Something that menus, keys and buttons can do, without a parameter.
@MainActor
public final class Action {
    let object: ObjectReference

    init(_ name: String, _ body: @escaping @MainActor () -> Void) {
        guard let made = g_simple_action_new(name, nil) else { preconditionFailure("never NULL") }
        object = ObjectReference(taking: UnsafeMutableRawPointer(made))
        Signal.connect(object.pointer, pointer: "activate") { _ in body() }
    }

    /// Something that is on or off, off at first; `body` gets which.
    init(toggle name: String, _ body: @escaping @MainActor (Bool) -> Void) {
        guard let made = g_simple_action_new_stateful(name, nil, g_variant_new_boolean(0)) else {
            preconditionFailure("never NULL")
        }
        object = ObjectReference(taking: UnsafeMutableRawPointer(made))
        Signal.connect(object.pointer, pointer: "notify::state") { [weak object] _ in
            if let object { body(Self.isOn(object)) }
        }
    }

    private static func isOn(_ object: ObjectReference) -> Bool {
        guard let state = g_action_get_state(object.opaque) else { return false }
        defer { g_variant_unref(state) }
        return g_variant_get_boolean(state) != 0
    }

    /// Whether it can be done now; what would do it is grey otherwise.
    public var isEnabled: Bool {
        get { g_action_get_enabled(object.opaque) != 0 }
        set { g_simple_action_set_enabled(object.opaque, newValue ? 1 : 0) }
    }
}
