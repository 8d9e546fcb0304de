import CGLib
import Foundation
import PhotoCore

/// Translates with the C library's gettext, which reads LANGUAGE, LC_ALL, LC_MESSAGES and LANG.
package struct GettextTranslator: Translating {
    /// The name of the files with the translations.
    static let domain = "classic-photos"

    /// Takes the reader's locale from the environment, and translates all texts from now on.
    ///
    /// Call it before there are threads, and before any text is used.
    package static func install() {
        setLocale()
        endLanguagesWithEnglish()
        // It is not the default domain: with that, GLib would take GTK's direction of text from readers of languages
        // into which this program is not translated.
        bindtextdomain(domain, folder)
        bind_textdomain_codeset(domain, "UTF-8")
        Localization.translator = GettextTranslator()
    }

    /// All categories of glibc.
    private static let categories = [
        LC_CTYPE, LC_NUMERIC, LC_TIME, LC_COLLATE, LC_MONETARY, LC_MESSAGES, LC_PAPER, LC_NAME, LC_ADDRESS,
        LC_TELEPHONE, LC_MEASUREMENT, LC_IDENTIFICATION,
    ]

    /// Takes the locale of each category from the environment; "C" where that one is not installed.
    static func setLocale() {
        // It sets all categories, or none if a single one is not installed.
        if setlocale(LC_ALL, "") != nil { return }
        for category in categories {
            let isSet = setlocale(category, "") != nil
            // Text is UTF-8 in every language.
            if !isSet, category == LC_CTYPE { setlocale(category, "C.UTF-8") }
        }
    }

    /// Gettext finds no catalogue of English texts, which are in the program itself, and would take the reader's next
    /// language. GTK's texts, and GLib's list of languages, have to agree: the environment itself changes.
    private static func endLanguagesWithEnglish() {
        guard let wanted = ProcessInfo.processInfo.environment[languageVariable] else { return }
        let languages = upToEnglish(wanted)
        if languages != wanted { setenv(languageVariable, languages, 1) }
    }

    private static let languageVariable = "LANGUAGE"

    /// "en_GB:en" of "en_GB:en:de": the languages before the first that follows English. All of them, in a list without
    /// English.
    static func upToEnglish(_ wanted: String) -> String {
        let languages = wanted.split(separator: ":")
        guard let english = languages.firstIndex(where: isEnglish) else { return wanted }
        let end = languages[english...].firstIndex { !isEnglish($0) } ?? languages.endIndex
        return languages[..<end].joined(separator: ":")
    }

    private static func isEnglish(_ language: Substring) -> Bool { language.prefix { !"_.@".contains($0) } == "en" }

    /// The languages in which gettext looks for texts, the best first: "de_AT.UTF-8", "de_AT", "de.UTF-8", "de".
    package static var languages: [String] {
        // Without a locale, gettext does not read LANGUAGE either.
        let locale = setlocale(LC_MESSAGES, nil).map { String(cString: $0) } ?? "C"
        guard locale != "C", var name = g_get_language_names() else { return [] }
        var languages: [String] = []
        // Nor does it look beyond these two, which mean English.
        while let language = name.pointee.map({ String(cString: $0) }), !["C", "POSIX"].contains(language) {
            languages.append(language)
            name += 1
        }
        return languages
    }

    package func translation(of text: String, context: String?) -> String {
        // The result may be the argument itself, which lives as long as the call.
        if let context {
            context.withCString { context in
                text.withCString { String(cString: g_dpgettext2(Self.domain, context, $0)) }
            }
        } else {
            text.withCString { Self.string(dgettext(Self.domain, $0)) }
        }
    }

    package func translation(of one: String, _ other: String, count: UInt) -> String {
        one.withCString { one in
            other.withCString { other in Self.string(dngettext(Self.domain, one, other, count)) }
        }
    }

    private static func string(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }

    /// The folder of the translations: the value of CLASSIC_PHOTOS_TRANSLATIONS, otherwise share/locale next to the
    /// installed program's bin.
    private static var folder: String {
        if let named = ProcessInfo.processInfo.environment["CLASSIC_PHOTOS_TRANSLATIONS"] { return named }
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("../share/locale")
            .standardizedFileURL.path
    }
}
