import PhotoCore

/// Recognises JSON by its first characters. A colon follows an object's first key, not an equals sign as in an OpenStep
/// property list.
extension JSONParser {
    static func confidence(of head: CatalogueHead) -> CatalogueFormat.Confidence {
        let text = head.text
        guard let first = text.first else { return .none }
        let isNamed =
            head.hint.mediaType.map { $0.hasSuffix("/json") || $0.hasSuffix("+json") } ?? false
            || CatalogueFormat.json.isNamed(by: head.hint)
        let rest = text.dropFirst().drop(while: isSpace)
        switch (first, rest.first) {
        case (UInt8(ascii: "{"), UInt8(ascii: "\"")):
            let end = afterString(rest)
            switch end.drop(while: isSpace).first {
            case UInt8(ascii: ":"): return .certain
            // The key extends past the head.
            case nil: return isNamed ? .certain : .possible
            default: return isNamed ? .likely : .none
            }
        case (UInt8(ascii: "{"), UInt8(ascii: "}")), (UInt8(ascii: "["), UInt8(ascii: "]")): return .likely
        case (UInt8(ascii: "["), let next?) where "[{\"-tfn0123456789".utf8.contains(next):
            if "{\"".utf8.contains(next) { return .certain }
            // A line of a log begins with a date in brackets, which is no value.
            return next == UInt8(ascii: "[") || isNamed || beginsWithValue(rest) ? .likely : .none
        case (UInt8(ascii: "{"), _), (UInt8(ascii: "["), _): return isNamed ? .likely : .none
        // A lone text or number reports its own error.
        default: return isNamed && "\"tfn-0123456789".utf8.contains(first) ? .possible : .none
        }
    }

    /// Whether a text begins with a string in double quotes and a colon.
    static func beginsWithKey(_ text: ArraySlice<UInt8>) -> Bool {
        text.first == UInt8(ascii: "\"") && afterString(text).drop(while: isSpace).first == UInt8(ascii: ":")
    }

    /// Whether a text begins with a number, true, false or null, and goes on as an array does.
    private static func beginsWithValue(_ text: ArraySlice<UInt8>) -> Bool {
        let word = text.prefix { !isSpace($0) && !",]".utf8.contains($0) }
        guard ["true", "false", "null"].contains(where: { word.elementsEqual($0.utf8) }) || isNumber(word) else {
            return false
        }
        let rest = text[word.endIndex...].drop(while: isSpace)
        guard rest.first == UInt8(ascii: "]") else { return rest.isEmpty || rest.first == UInt8(ascii: ",") }
        return rest.dropFirst().allSatisfy(isSpace)
    }

    /// Whether it is a number as JSON writes them, by its signs.
    private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
        let digits = word.first == UInt8(ascii: "-") ? word.dropFirst() : word
        let whole = digits.prefix { (0x30...0x39).contains($0) }
        guard !whole.isEmpty, whole.count == 1 || whole.first != UInt8(ascii: "0") else { return false }
        return Double(String(decoding: word, as: UTF8.self)) != nil
    }

    /// The text after the leading string in double quotes.
    private static func afterString(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = text.dropFirst()
        while let byte = rest.first, byte != UInt8(ascii: "\"") {
            rest = rest.dropFirst(byte == UInt8(ascii: "\\") ? 2 : 1)
        }
        return rest.dropFirst()
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
