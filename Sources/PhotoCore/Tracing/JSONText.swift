/// The little of JSON that the format wants, written without a detour over dictionaries of Any.
enum JSONText {
    case number(Int)
    case text(String)
    indirect case object([(String, JSONText)])

    var text: String {
        switch self {
        case .number(let number): String(number)
        case .text(let text): Self.quoted(text)
        case .object(let fields):
            "{" + fields.map { Self.quoted($0.0) + ":" + $0.1.text }.joined(separator: ",") + "}"
        }
    }

    /// RFC 8259, section 7: quotation mark, backslash and controls are escaped.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\u{0}"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
