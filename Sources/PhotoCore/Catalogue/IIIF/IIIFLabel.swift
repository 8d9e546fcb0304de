import Foundation

/// Reads labels of IIIF Presentation 2 and 3, which may be in several languages.
enum IIIFLabel {
    /// The label in the reader's language, else without one, else the first; nil if it is empty.
    static func text(_ value: TreeValue?, language: String = readerLanguage) -> String? {
        guard let value else { return nil }
        let found = texts(value)
        func first(_ isWanted: (String) -> Bool) -> String? { found.first { isWanted($0.language) }?.text }
        let chosen =
            first { $0 == language } ?? first { $0.prefix { $0 != "-" } == language.prefix { $0 != "-" } }
            ?? first { $0.isEmpty || $0 == "none" || $0 == "@none" } ?? first { $0.hasPrefix("en") }
            ?? found.first?.text
        return chosen
    }

    private static func texts(_ value: TreeValue) -> [(language: String, text: String)] {
        switch value {
        case .text(let text): return text.isEmpty ? [] : [("", text)]
        case .array(let values): return values.flatMap(texts)
        case .object(let members):
            if let text = value["@value"]?.text {
                return text.isEmpty ? [] : [(value["@language"]?.text?.lowercased() ?? "", text)]
            }
            // Presentation 3: texts by language.
            return members.flatMap { key, value in
                value.all.compactMap { $0.text }.filter { !$0.isEmpty }.map { (language: key.lowercased(), text: $0) }
            }
        case .other: return []
        }
    }

    /// LC_MESSAGES as a language tag: "de", "pt-br"; empty without one.
    static let readerLanguage: String = {
        let name = setlocale(LC_MESSAGES, nil).map { String(cString: $0) } ?? ""
        let plain = name.prefix { $0 != "." && $0 != "@" }
        return plain == "C" || plain == "POSIX" ? "" : plain.replacing("_", with: "-").lowercased()
    }()
}
