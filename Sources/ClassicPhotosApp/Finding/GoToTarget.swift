import Foundation
import PhotoCore

/// The typed target in the list. A pure value.
enum GoToTarget: Equatable {
    /// A row, counted from 0.
    case row(Int)
    /// The first name with this start, or after it in the list's order.
    case name(String)
    /// No valid target.
    case none

    /// The meaning of `text` in a list of `count` rows: "1,234" is a row, "50%" a position, and anything else the start
    /// of a name, if names are in order. Numbers past the end mean the end. They may have any language's digits and
    /// signs: the program itself shows them so.
    init(_ text: String, count: Int, namesAreInOrder: Bool) {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !trimmed.isEmpty, count > 0 else {
            self = .none
            return
        }
        let number = Self.withPlainDigits(trimmed)
        if let percent = Self.percentage(number) {
            self = .row(min(count - 1, Int(Double(count - 1) * percent / 100)))
        } else if let number = Self.wholeNumber(number) {
            self = .row(min(max(1, number), count) - 1)
        } else {
            self = namesAreInOrder ? .name(trimmed) : .none
        }
    }

    /// "١٢٬٣٤٥" as "12,345": with ASCII's digits and signs, and without marks of direction.
    private static func withPlainDigits(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\u{61C}", "\u{200E}", "\u{200F}": break
            case "\u{66A}", "\u{FF05}": plain.append("%")
            case "\u{66B}": plain.append(".")
            case "\u{66C}": plain.append(",")
            default: plain.append(scalar.plainDigit ?? scalar)
            }
        }
        return String(plain)
    }

    /// "12", "1,234", "1 234", "1.234", "12,34,567": with the thousands separators of any language.
    private static func wholeNumber(_ text: String) -> Int? {
        let number = /[0-9]{1,3}([,.'’\s][0-9]{3})+|[0-9]{1,2}(,[0-9]{2})+,[0-9]{3}|[0-9]+/
        guard text.wholeMatch(of: number) != nil else { return nil }
        // More digits than any list has rows mean the end.
        return Int(text.filter { $0.isASCII && $0.isNumber }.prefix(18))
    }

    /// "50%", "12.5 %", "12,5%", "%50"; 0 to 100.
    private static func percentage(_ text: String) -> Double? {
        let number = /%?\s*([0-9]{1,9}(?:[.,][0-9]{1,9})?)\s*%?/
        guard text.hasPrefix("%") != text.hasSuffix("%"), let found = text.wholeMatch(of: number) else { return nil }
        return Double(found.output.1.replacing(",", with: ".")).map { min(100, $0) }
    }
}
