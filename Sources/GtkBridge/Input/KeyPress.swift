import CGtk
import GLibBridge

/// A key that was pressed, with what was held.
public struct KeyPress: Sendable, Hashable {
    /// X's name of the key: "plus", "Left", "r".
    public let name: String
    /// Whether the control key is held.
    public let isControlHeld: Bool
    /// Whether the shift key is held.
    public let isShiftHeld: Bool
    /// Whether the alt key is held.
    public let isAltHeld: Bool

    /// As GTK writes it: "<Control>plus". Nil for what it can't read.
    @MainActor
    public init?(_ accelerator: String) {
        var symbol: guint = 0
        var modifiers = GdkModifierType(rawValue: 0)
        guard gtk_accelerator_parse(accelerator, &symbol, &modifiers) != 0 else { return nil }
        self.init(symbol, modifiers.rawValue)
    }

    fileprivate init?(_ symbol: guint, _ modifiers: UInt32) {
        // Letters count by what is printed on their key.
        guard let name = gdk_keyval_name(gdk_keyval_to_lower(symbol)) else { return nil }
        self.name = String(cString: name)
        isControlHeld = modifiers & GDK_CONTROL_MASK.rawValue != 0
        isShiftHeld = modifiers & GDK_SHIFT_MASK.rawValue != 0
        isAltHeld = modifiers & GDK_ALT_MASK.rawValue != 0
    }
}

extension Widget {
    /// Calls `body` for each key that nothing within it has taken; it answers whether it does.
    public func onKey(_ body: @escaping @MainActor (KeyPress) -> Bool) {
        guard let controller = gtk_event_controller_key_new() else { return }
        Signal.connect(UnsafeMutableRawPointer(controller), key: "key-pressed") { symbol, modifiers in
            KeyPress(symbol, modifiers).map(body) ?? false
        }
        gtk_widget_add_controller(widget, controller)
    }

    /// Calls `body` for each key that is let go of while the keyboard is in it.
    public func onKeyReleased(_ body: @escaping @MainActor (KeyPress) -> Void) {
        guard let controller = gtk_event_controller_key_new() else { return }
        Signal.connect(UnsafeMutableRawPointer(controller), keyReleased: "key-released") { symbol, modifiers in
            if let key = KeyPress(symbol, modifiers) { body(key) }
        }
        gtk_widget_add_controller(widget, controller)
    }
}
