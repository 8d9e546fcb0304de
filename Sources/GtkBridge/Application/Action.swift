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

    /// Whether it can be done now; what would do it is grey otherwise.
    public var isEnabled: Bool {
        get { g_action_get_enabled(object.opaque) != 0 }
        set { g_simple_action_set_enabled(object.opaque, newValue ? 1 : 0) }
    }
}
