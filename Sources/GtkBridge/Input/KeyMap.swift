import CGtk
import GLibBridge

/// A key with modifiers, as requested by the program.
struct KeyTrigger: Sendable {
    let symbol: guint
    let modifiers: GdkModifierType

    /// From GTK's notation: "<Control>plus". Nil if invalid.
    @MainActor
    init?(_ accelerator: String) {
        var symbol: guint = 0
        var modifiers = GdkModifierType(rawValue: 0)
        guard gtk_accelerator_parse(accelerator, &symbol, &modifiers) != 0, symbol != 0 else { return nil }
        self.symbol = symbol
        self.modifiers = modifiers
    }

    /// The symbols that the key may type. GTK compares letters in other layouts as typed: with shift, only in upper
    /// case.
    var symbols: [guint] {
        let large = gdk_keyval_to_upper(symbol)
        return isShifted && large != symbol ? [symbol, large] : [symbol]
    }

    private var isShifted: Bool { modifiers.rawValue & GDK_SHIFT_MASK.rawValue != 0 }

    /// Whether GTK misses it on some keyboards: if digits need shift, and with shift if letters belong to another
    /// script.
    var isMissed: Bool { isDigit || symbols.count > 1 }

    /// Whether it is one of the ten digits above the letters.
    var isDigit: Bool { (guint(GDK_KEY_0)...guint(GDK_KEY_9)).contains(symbol) }
}

/// The meaning of keys on any keyboard layout, by GTK's rule for its own shortcuts: first what a key types, with or
/// without the necessary shift; then what it would type in another of the person's layouts, so that letters work on a
/// Russian keyboard. Otherwise the digit on the key counts.
public struct KeyMap<Value> {
    private var entries: [(trigger: KeyTrigger, value: Value)] = []

    /// No keys.
    public init() {}

    /// Assigns `value` to keys in GTK's notation.
    @MainActor
    public mutating func add(_ keys: [String], _ value: Value) {
        entries += keys.compactMap { KeyTrigger($0) }.map { ($0, value) }
    }

    /// The value of `key`.
    @MainActor
    public func value(for key: KeyPress) -> Value? {
        let found = entries.map { (match: key.match($0.trigger), value: $0.value) }.max { $0.match < $1.match }
        return found.flatMap { $0.match == .none ? nil : $0.value }
    }
}
