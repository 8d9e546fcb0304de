import CGtk
import GLibBridge

/// A key that was pressed or let go of, with what was held. Valid only within the handler that gets it.
@MainActor
public struct KeyPress {
    /// X's name of the key as the keyboard's layout has it: "plus", "Left", "r". What a person wants done by a key is
    /// asked of a ``KeyMap``; this is for keys that are the same on every keyboard.
    public let name: String
    /// The key itself, whatever stands on it.
    public let code: UInt32
    /// Whether the control key is held.
    public let isControlHeld: Bool
    /// Whether the shift key is held.
    public let isShiftHeld: Bool
    /// Whether the alt key is held.
    public let isAltHeld: Bool
    /// The GdkEvent.
    private let event: OpaquePointer

    fileprivate init?(_ event: OpaquePointer) {
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

    /// How well a key is what a trigger asks for; the better the greater.
    enum Match: Int, Comparable {
        case none, digit, otherLayout, exact

        static func < (one: Match, other: Match) -> Bool { one.rawValue < other.rawValue }
    }

    /// How well it is what `trigger` asks for: as GTK finds it for its own shortcuts, and by the digit on the key.
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

    /// Whether the digit of `trigger` stands on the key and is not typed only because shift is not held: on a French
    /// keyboard the digits are above what they are on others.
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
    /// Calls `body` for each key that nothing within it has taken; it answers whether it does.
    public func onKey(_ body: @escaping @MainActor (KeyPress) -> Bool) {
        guard let controller = gtk_event_controller_key_new() else { return }
        Signal.connect(UnsafeMutableRawPointer(controller), "key-pressed") {
            gtk_event_controller_get_current_event(controller).flatMap { KeyPress($0) }.map(body) ?? false
        }
        gtk_widget_add_controller(widget, controller)
    }

    /// Calls `body` for each key that is let go of while the keyboard is in it.
    public func onKeyReleased(_ body: @escaping @MainActor (KeyPress) -> Void) {
        guard let controller = gtk_event_controller_key_new() else { return }
        Signal.connect(UnsafeMutableRawPointer(controller), "key-released") {
            if let key = gtk_event_controller_get_current_event(controller).flatMap({ KeyPress($0) }) { body(key) }
        }
        gtk_widget_add_controller(widget, controller)
    }
}
