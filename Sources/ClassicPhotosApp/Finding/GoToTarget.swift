import Foundation

/// The typed target in the list. A pure value.
enum GoToTarget: Equatable {
    /// A row, counted from 0.
    case row(Int)
    /// The first name with this start, or after it in the list's order.
    case name(String)
    /// No valid target.
    case none

    /// The meaning of `text` in a list of `count` rows: "1,234" is a row, "50%" a position, and anything else the start
    /// of a name, if names are in order. Numbers past the end mean the end.
    init(_ text: String, count: Int, namesAreInOrder: Bool) {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !trimmed.isEmpty, count > 0 else {
            self = .none
            return
        }
        if let percent = Self.percentage(trimmed) {
            self = .row(min(count - 1, Int(Double(count - 1) * percent / 100)))
        } else if let number = Self.wholeNumber(trimmed) {
            self = .row(min(max(1, number), count) - 1)
        } else {
            self = namesAreInOrder ? .name(trimmed) : .none
        }
    }

    /// "12", "1,234", "1 234", "1.234": with the thousands separators of any language.
    private static func wholeNumber(_ text: String) -> Int? {
        guard text.wholeMatch(of: /[0-9]{1,3}([,.'’\s][0-9]{3})+|[0-9]+/) != nil else { return nil }
        // More digits than any list has rows mean the end.
        return Int(text.filter { $0.isASCII && $0.isNumber }.prefix(18))
    }

    /// "50%", "12.5 %", "12,5%"; 0 to 100.
    private static func percentage(_ text: String) -> Double? {
        guard let found = text.wholeMatch(of: /([0-9]{1,9}(?:[.,][0-9]{1,9})?)\s*%/) else { return nil }
        return Double(found.output.1.replacing(",", with: ".")).map { min(100, $0) }
    }
}
