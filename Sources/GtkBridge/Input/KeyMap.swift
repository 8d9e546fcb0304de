import CGtk
import GLibBridge

/// A key, and what is to be held with it, as a program asks for it.
struct KeyTrigger: Sendable {
    let symbol: guint
    let modifiers: GdkModifierType

    /// As GTK writes it: "<Control>plus". Nil for what it can't read.
    @MainActor
    init?(_ accelerator: String) {
        var symbol: guint = 0
        var modifiers = GdkModifierType(rawValue: 0)
        guard gtk_accelerator_parse(accelerator, &symbol, &modifiers) != 0, symbol != 0 else { return nil }
        self.symbol = symbol
        self.modifiers = modifiers
    }

    /// What the key may type. GTK looks for a letter in other layouts as it is typed: with shift, it finds the large
    /// one only.
    var symbols: [guint] {
        let large = gdk_keyval_to_upper(symbol)
        return isShifted && large != symbol ? [symbol, large] : [symbol]
    }

    private var isShifted: Bool { modifiers.rawValue & GDK_SHIFT_MASK.rawValue != 0 }

    /// Whether GTK misses it on some keyboards: where digits take shift, and with shift where letters are of another
    /// script.
    var isMissed: Bool { isDigit || symbols.count > 1 }

    /// Whether it asks for one of the ten digits above the letters.
    var isDigit: Bool { (guint(GDK_KEY_0)...guint(GDK_KEY_9)).contains(symbol) }
}

/// What keys stand for, on a keyboard of any layout, by the rule that GTK has for its own shortcuts: what a key types
/// counts first, with or without the shift that it takes; then what it would type in another of the person's layouts,
/// so that letters are found on a Russian keyboard. Where neither is asked for, the digit on the key counts.
public struct KeyMap<Value> {
    private var entries: [(trigger: KeyTrigger, value: Value)] = []

    /// No keys.
    public init() {}

    /// Has keys, as GTK writes them, stand for `value`.
    @MainActor
    public mutating func add(_ keys: [String], _ value: Value) {
        entries += keys.compactMap { KeyTrigger($0) }.map { ($0, value) }
    }

    /// What `key` stands for.
    @MainActor
    public func value(for key: KeyPress) -> Value? {
        let found = entries.map { (match: key.match($0.trigger), value: $0.value) }.max { $0.match < $1.match }
        return found.flatMap { $0.match == .none ? nil : $0.value }
    }
}
