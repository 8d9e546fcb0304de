import Synchronization

/// The language of the texts that people see: English, until the program installs a translator.
package enum Localization {
    private static let installed = Mutex<(any Translating)?>(nil)

    /// The translator; nil for English. To be set before any text is used: texts may be kept.
    package static var translator: (any Translating)? {
        get { installed.withLock { $0 } }
        set { installed.withLock { $0 = newValue } }
    }

    /// `pattern` with `values` for {0}, {1}… A translation may contain anything: other braces stay as they are.
    static func fill(_ pattern: String, with values: [String]) -> String {
        if values.isEmpty { return pattern }
        var text = ""
        var rest = pattern[...]
        while let open = rest.firstIndex(of: "{") {
            text += rest[..<open]
            let inside = rest[rest.index(after: open)...]
            guard let close = inside.firstIndex(of: "}"), let value = value(inside[..<close], of: values) else {
                text += "{"
                rest = inside
                continue
            }
            text += value
            rest = inside[inside.index(after: close)...]
        }
        return text + rest
    }

    private static func value(_ index: Substring, of values: [String]) -> String? {
        // Int also accepts signs.
        guard index.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let index = Int(index), index < values.count else {
            return nil
        }
        return values[index]
    }
}

/// `text` in the reader's language, with its values. `context` tells apart two meanings of one English text, and is a
/// literal.
package func localized(_ text: LocalizableText, context: String? = nil) -> String {
    guard let translator = Localization.translator else { return text.english }
    return Localization.fill(translator.translation(of: text.key, context: context), with: text.values)
}

/// The text for `count` things in the reader's language: English has `one` for 1, and `other`. Both contain the same
/// values, of which the number is one, in the reader's format; or `one` says in words what there is, and has none.
package func localizedCount(_ count: Int, _ one: LocalizableText, _ other: LocalizableText) -> String {
    guard let translator = Localization.translator else { return (count == 1 ? one : other).english }
    let pattern = translator.translation(of: one.key, other.key, count: count.magnitude)
    return Localization.fill(pattern, with: other.values)
}

/// Marks an English text for translation where it is made, perhaps in a worker, which has no translator. Where it is
/// shown, ``localizedReason(_:)`` translates it.
package func translatable(_ text: String) -> String { text }

/// The translation of a text marked with ``translatable(_:)``; any other text, such as a library's message, unchanged.
package func localizedReason(_ text: String) -> String {
    // The translation of the empty text is the catalogue's header.
    guard let translator = Localization.translator, !text.isEmpty else { return text }
    return translator.translation(of: text, context: nil)
}
