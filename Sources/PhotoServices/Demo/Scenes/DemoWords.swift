import Foundation
import PhotoCore

/// The words of the demo's names, in the reader's language.
enum DemoWords {
    /// The parts of a list such as "Fjord | Long Sound"; a translation may have more or fewer, but at least one.
    static func list(_ text: String) -> [String] {
        let parts = text.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        return parts.isEmpty ? [text] : parts
    }

    /// "Fjord at Dusk": a place, and the time or the weather.
    static func title(_ place: String, _ time: String) -> String { order.title(place, time) }

    /// Found out once: a demo may have a million names.
    // Translators: {0} is a demo place, {1} a demo time: "Fjord at Dusk".
    private static let order = Order(localized("\(Order.place) \(Order.time)", context: "demo place and time"))

    /// The order of a place and a time in the reader's language, and the text around them.
    struct Order {
        /// Their places in a pattern: characters that no text contains.
        static let (place, time) = ("\u{1}", "\u{2}")

        private let parts: [String]

        init(_ pattern: String) {
            parts = pattern.reduce(into: [""]) { parts, character in
                let text = String(character)
                if text == Self.place || text == Self.time {
                    parts += [text, ""]
                } else {
                    parts[parts.count - 1] += text
                }
            }
        }

        func title(_ place: String, _ time: String) -> String {
            var text = ""
            for part in parts { text += part == Self.place ? place : part == Self.time ? time : part }
            return text
        }
    }
}
