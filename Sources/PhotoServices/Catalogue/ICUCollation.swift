import CCollation
import Foundation
import PhotoCore

/// The order of a language's own collation (Unicode Collation Algorithm, with CLDR's tailorings), numbers by their
/// value: by ICU.
///
/// A key takes some 0.4 µs, and as many bytes as the name and a few more. GLib's g_utf8_collate_key_for_filename takes
/// three times as long, and where the C library's locale knows an order at all, five times as many bytes.
public struct ICUCollation: NameCollating {
    private let locale: String

    /// The order of a locale, such as "sv_SE" or "de_DE.UTF-8"; by default, of the one that the process sorts by.
    public init(locale: String? = nil) {
        let name = locale ?? setlocale(LC_COLLATE, nil).map { String(cString: $0) } ?? ""
        let language = String(name.prefix { $0 != "." && $0 != "@" })
        // Of these ICU knows only that capitals come first. No locale's name is the root's, which suits all languages.
        self.locale = ["C", "POSIX"].contains(language) ? "" : language
    }

    /// Keys by a collator of their own.
    public func makeKeys() -> any NameKeying { ICUKeys(locale: locale) ?? LanguagelessCollation().makeKeys() }
}

private final class ICUKeys: NameKeying {
    private let collator: OpaquePointer

    /// nil where ICU's data are not installed.
    init?(locale: String) {
        guard let collator = collator_open(locale) else { return nil }
        self.collator = collator
    }

    deinit { collator_close(collator) }

    func appendKey(of name: UnsafeRawBufferPointer, to keys: inout [UInt8]) {
        let start = keys.count
        // Most keys are shorter than this; one that is not says how long it is.
        var room = name.count + 48
        while true {
            keys.append(contentsOf: repeatElement(0, count: room))
            let length = keys.withUnsafeMutableBufferPointer { keys in
                collator_key(collator, name.baseAddress, name.count, keys.baseAddress.map { $0 + start }, room)
            }
            keys.removeSubrange(start + min(length, room)..<keys.count)
            // One byte more than the key has is written: a zero.
            if length < room { return }
            keys.removeSubrange(start...)
            room = length + 1
        }
    }
}
