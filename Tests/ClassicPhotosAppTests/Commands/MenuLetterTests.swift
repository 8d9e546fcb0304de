import CGLib
import Foundation
import GLibBridge
import Testing

@testable import ClassicPhotosApp
@testable import GtkBridge

private let translationsFolder = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
}.appendingPathComponent("data/po")

/// English, and the languages of the translations.
private let languages =
    ["en"]
    + ((try? String(contentsOf: translationsFolder.appendingPathComponent("LINGUAS"), encoding: .utf8)) ?? "")
    .split(whereSeparator: \.isWhitespace).map { String($0) }

/// The letters that choose the entries of menus.
@Suite struct MenuLetterTests {
    @Test func `There are translations`() { #expect(languages.count > 1) }

    @MainActor
    @Test(arguments: languages)
    func `No letter is twice in a menu, unless the menu has more entries than letters`(_ language: String) throws {
        let translations = try language == "en" ? [:] : TranslatedLabels(language).labels
        for menu in EntriesOfMenu.all {
            let labels = try menu.labels.filter { Self.letter(of: $0) != nil }.map { label -> String in
                // A digit is the letter of a number in every language.
                let isNumber = label.contains(where: \.isNumber)
                guard language != "en", !isNumber else { return label }
                return try #require(translations[label], "\(label) has a translation")
            }
            let letters = Set(labels.compactMap { Self.letter(of: $0) })
            let possible = Self.mostLetters(labels.map { Self.letters(in: $0, language) })
            #expect(
                letters.count == possible,
                "\(menu.name) in \(language): \(labels.count) entries, and letters for \(possible): \(labels)")
        }
    }

    @MainActor
    @Test func `In English an entry has no letter only where others have all of its letters`() {
        for menu in EntriesOfMenu.all {
            let taken = Set(menu.labels.compactMap { Self.letter(of: $0) })
            for label in menu.labels where Self.letter(of: label) == nil {
                #expect(Self.letters(in: label, "en").isSubset(of: taken), "\(menu.name): \(label)")
            }
        }
    }

    @Test(arguments: [
        ("_Open", "o"), ("Fin_d…", "d"), ("検索(_D)…", "d"), ("3_0 Seconds", "0"), ("المر_شّح", "ش"), ("a__b", nil),
        ("", nil), ("end_", nil),
    ])
    func `The letter of an entry follows its underscore`(_ label: String, _ letter: String?) {
        #expect(Self.letter(of: label).map { String($0) } == letter)
    }

    @Test func `Entries that share their letters can have no more than there are`() {
        #expect(Self.mostLetters([["a", "b"], ["a"], ["b"]]) == 2)
        #expect(Self.mostLetters([["a", "b"], ["a", "c"], ["a"]]) == 3)
    }

    // MARK: - Letters

    /// The letter of an entry, small, as GTK reads it: without the marks that may follow it.
    private static func letter(of label: String) -> Character? {
        let text = label.replacingOccurrences(of: "__", with: "").lowercased().unicodeScalars
        guard let mark = text.firstIndex(of: "_") else { return nil }
        return text[text.index(after: mark)...].first.map { Character($0) }
    }

    /// What an entry's letter can be. Where the letter follows the text in parentheses, that is any.
    private static func letters(in label: String, _ language: String) -> Set<Character> {
        if label.contains("(_") { return Set("abcdefghijklmnopqrstuvwxyz") }
        let scalars = label.lowercased().unicodeScalars.filter { $0.properties.generalCategory != .nonspacingMark }
        return Set(
            scalars.map { Character($0) }.filter { character in
                guard character.isLetter || character.isNumber else { return false }
                return character.isASCII || language == "ar" || keys[language]?.contains(character) == true
            })
    }

    /// What is not ASCII, and has a key of its own on the keyboards of a language. Others take two keys, and choose
    /// nothing in menus.
    private static let keys: [String: String] = ["de": "äöüß", "fr": "àçèéù", "es": "ñ"]

    /// How many entries can have a letter that no other has, each being offered some.
    private static func mostLetters(_ offers: [Set<Character>]) -> Int {
        var owners: [Character: Int] = [:]
        func gets(_ entry: Int, _ asked: inout Set<Character>) -> Bool {
            for letter in offers[entry] where asked.insert(letter).inserted {
                if let owner = owners[letter], !gets(owner, &asked) { continue }
                owners[letter] = entry
                return true
            }
            return false
        }
        return offers.indices.reduce(into: 0) { count, entry in
            var asked: Set<Character> = []
            if gets(entry, &asked) { count += 1 }
        }
    }
}

/// The labels that one menu shows at once, in English: also those of its sections.
@MainActor
private struct EntriesOfMenu {
    /// The labels that lead to it.
    let name: String
    private(set) var labels: [String] = []
    private var submenus: [EntriesOfMenu] = []

    /// All menus that have letters, as the program makes them.
    static var all: [EntriesOfMenu] {
        let menus = [
            "main": CommandMenus.main(Menu()), "row": CommandMenus.row(), "page": CommandMenus.photo(),
            "photo": CommandMenus.photoContext(),
        ]
        return menus.sorted { $0.key < $1.key }.flatMap { EntriesOfMenu(of: $0.value.object, called: $0.key).whole }
    }

    private var whole: [EntriesOfMenu] { [self] + submenus.flatMap { $0.whole } }

    private init(of menu: ObjectReference, called name: String) {
        self.name = name
        add(menu)
    }

    private mutating func add(_ menu: ObjectReference) {
        let model: UnsafeMutablePointer<GMenuModel> = menu.typed()
        for item in 0..<g_menu_model_get_n_items(model) {
            // A section may have a heading, which is no entry.
            if let section = g_menu_model_get_item_link(model, item, "section") {
                add(ObjectReference(new: section))
                continue
            }
            guard let value = g_menu_model_get_item_attribute_value(model, item, "label", nil) else { continue }
            let label = String(cString: g_variant_get_string(value, nil))
            g_variant_unref(value)
            labels.append(label)
            if let submenu = g_menu_model_get_item_link(model, item, "submenu") {
                submenus.append(EntriesOfMenu(of: ObjectReference(new: submenu), called: "\(name) > \(label)"))
            }
        }
    }
}

/// The translations of texts that are short, without a context and without plurals, from data/po.
private struct TranslatedLabels {
    private(set) var labels: [String: String] = [:]

    init(_ language: String) throws {
        let file = translationsFolder.appendingPathComponent("\(language).po")
        for block in try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n\n") {
            var fields: [String: String] = [:]
            for line in block.split(separator: "\n") where !line.hasPrefix("#") {
                let words = line.split(separator: " ", maxSplits: 1)
                guard words.count == 2, words[1].hasPrefix("\""), words[1].hasSuffix("\"") else { continue }
                fields[String(words[0])] = String(words[1].dropFirst().dropLast())
            }
            guard fields["msgctxt"] == nil, let text = fields["msgid"], let translation = fields["msgstr"] else {
                continue
            }
            labels[text] = translation
        }
    }
}
