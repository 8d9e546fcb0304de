import GtkBridge

/// Something that a key does for as long as it is held.
@MainActor
final class HeldKey {
    /// Told when it begins, and when it ends.
    var onHold: (@MainActor (Bool) -> Void)?
    /// The key that is held; it is let go of as the same key, whatever it types by then.
    private var code: UInt32?

    /// `key` was pressed, once or again and again by itself.
    func pressed(_ key: KeyPress) {
        guard code != key.code else { return }
        code = key.code
        onHold?(true)
    }

    /// `key` was let go of.
    func released(_ key: KeyPress) { if key.code == code { end() } }

    /// The keyboard goes elsewhere, where nothing is heard of the key.
    func end() {
        guard code != nil else { return }
        code = nil
        onHold?(false)
    }
}
