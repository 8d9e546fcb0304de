import CGtk
import GLibBridge

/// A key press or release with its modifiers. Valid only within the handler.
@MainActor
package struct KeyPress {
    /// X's name of the key in the current layout: "plus", "Left", "r". Only for keys that are equal on every keyboard;
    /// a ``KeyMap`` handles the others.
    package let name: String
    /// The physical key.
    package let code: UInt32
    package let isControlHeld: Bool
    package let isShiftHeld: Bool
    package let isAltHeld: Bool
    /// Its name, where none of control, shift and alt is held.
    package var plainName: String? { isControlHeld || isShiftHeld || isAltHeld ? nil : name }
    /// Whether it is Tab, with shift or without.
    package var isTab: Bool { ["Tab", "ISO_Left_Tab", "KP_Tab"].contains(name) }
    /// The GdkEvent.
    private let event: OpaquePointer

    /// The event that a controller is handling, if it is one of a key.
    init?(currentOf controller: UnsafeMutableRawPointer) {
        guard let event = gtk_event_controller_get_current_event(OpaquePointer(controller)) else { return nil }
        let type = gdk_event_get_event_type(event)
        guard type == GDK_KEY_PRESS || type == GDK_KEY_RELEASE,
            let name = gdk_keyval_name(gdk_keyval_to_lower(gdk_key_event_get_keyval(event)))
        else { return nil }
        self.event = event
        self.name = String(cString: name)
        code = gdk_key_event_get_keycode(event)
        let modifiers = gdk_event_get_modifier_state(event).rawValue
        isControlHeld = modifiers & GDK_CONTROL_MASK.rawValue != 0
        isShiftHeld = modifiers & GDK_SHIFT_MASK.rawValue != 0
        isAltHeld = modifiers & GDK_ALT_MASK.rawValue != 0
    }

    /// How well a key matches a trigger; greater is better.
    enum Match: Int, Comparable {
        case none, digit, otherLayout, exact

        static func < (one: Match, other: Match) -> Bool { one.rawValue < other.rawValue }
    }

    /// How well it matches `trigger`: by GTK's rule for its own shortcuts, and by the digit on the key.
    func match(_ trigger: KeyTrigger) -> Match {
        let best = trigger.symbols.map { symbol -> Match in
            switch gdk_key_event_matches(event, symbol, trigger.modifiers) {
            case GDK_KEY_MATCH_EXACT: .exact
            case GDK_KEY_MATCH_PARTIAL: .otherLayout
            default: .none
            }
        }.max()
        guard let best, best == .none, trigger.isDigit, isDigit(trigger) else { return best ?? .none }
        return .digit
    }

    /// Whether the digit of `trigger` is on the key and only needs shift: French keyboards type digits with shift.
    private func isDigit(_ trigger: KeyTrigger) -> Bool {
        let heeded = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SHIFT_MASK.rawValue
        let held = gdk_event_get_modifier_state(event)
        guard held.rawValue & heeded == trigger.modifiers.rawValue & heeded, let display = gdk_event_get_display(event)
        else { return false }
        var symbol: guint = 0
        let shift = GdkModifierType(rawValue: GDK_SHIFT_MASK.rawValue)
        let layout = CInt(gdk_key_event_get_layout(event))
        return gdk_display_translate_key(display, code, shift, layout, &symbol, nil, nil, nil) != 0
            && symbol == trigger.symbol
    }
}

extension Widget {
    /// The name of the controllers of `onKey` and `addKeys`, for ``DialogKeys``.
    static let keysName = "classic-photos-keys"

    /// Calls `body` for each key that no child handles; it returns whether it handles it.
    package func onKey(_ body: @escaping @MainActor (KeyPress) -> Bool) {
        let controller = add(controller: gtk_event_controller_key_new())
        gtk_event_controller_set_name(OpaquePointer(controller), Self.keysName)
        Signal.connect(controller, "key-pressed") { KeyPress(currentOf: controller).map(body) ?? false }
    }

    /// Calls `body` for each key before a child handles it.
    package func onKeyBeforeChildren(_ body: @escaping @MainActor (KeyPress) -> Void) {
        let controller = add(controller: gtk_event_controller_key_new())
        gtk_event_controller_set_propagation_phase(OpaquePointer(controller), GTK_PHASE_CAPTURE)
        Signal.connect(controller, "key-pressed") {
            KeyPress(currentOf: controller).map(body)
            return false
        }
    }

    /// Calls `body` for each released key while the focus is inside.
    package func onKeyReleased(_ body: @escaping @MainActor (KeyPress) -> Void) {
        let controller = add(controller: gtk_event_controller_key_new())
        Signal.connect(controller, "key-released") { KeyPress(currentOf: controller).map(body) ?? () }
    }
}
