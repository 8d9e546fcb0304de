/// A list or an object written in a script: JSON, and what JavaScript allows beyond it (keys without quotation marks,
/// single ones, a comma before the end).
struct ScriptLiteral {
    private let text: [UInt8]
    private let range: Range<Int>

    /// Deeper ones are no data.
    private static let deepest = 128
    /// The shortest one that may name a photo.
    private static let shortest = 12
    /// As many literals are read of one script.
    private static let most = 64

    /// The outermost literals in a script, in order. What contains code is none; its parts may be.
    static func all(in text: [UInt8]) -> [ScriptLiteral] {
        var (found, index, work): ([ScriptLiteral], Int, Int) = ([], 0, 0)
        // Broken ones are searched again from within, in all as often as the text is long times eight.
        while index < text.count, found.count < most, work <= 8 * text.count + 4096 {
            guard text[index] == UInt8(ascii: "[") || text[index] == UInt8(ascii: "{") else {
                index += 1
                continue
            }
            var reader = Reader(text: text, index: index)
            let isWhole = reader.isLiteral()
            work += reader.index - index
            if isWhole, reader.index - index >= shortest {
                found.append(ScriptLiteral(text: text, range: index..<reader.index))
            }
            index = isWhole ? reader.index : index + 1
        }
        return found
    }

    /// A script whose texts are JSON, without the signs that this needs there: `JSON.parse("{\"photos\": …}")`,
    /// `push([1, "2:{\"photos\": …}"])`. Nil for other scripts.
    static func withoutEscapes(_ text: [UInt8]) -> [UInt8]? {
        var index = 0
        while let brace = text[index...].firstIndex(of: UInt8(ascii: "{")) {
            index = brace + 1
            guard text[index...].starts(with: "\\\"".utf8) else { continue }
            var reader = Reader(text: text, index: 0)
            return reader.withoutEscapes()
        }
        return nil
    }

    /// Calls `body` with its events and their texts, as ``PhotoTree`` takes them.
    func forEach(
        _ body: (EventTape.Kind, [UInt8]) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        var reader = Reader(text: text, index: range.lowerBound)
        while let event = reader.next() { try body(event.kind, event.text) }
    }

    /// Reads a literal's events, as far as it is well formed.
    private struct Reader {
        let text: [UInt8]
        var index: Int
        private var open: [Bool] = []
        private var isValueNext = true
        private var hasBegun = false
        /// Whether it broke off.
        private var isBroken = false

        init(text: [UInt8], index: Int) { (self.text, self.index) = (text, index) }

        /// All as it is meant within a text.
        mutating func withoutEscapes() -> [UInt8] {
            var out: [UInt8] = []
            while index < text.count {
                let byte = text[index]
                index += 1
                if byte == UInt8(ascii: "\\"), index < text.count { appendEscape(to: &out) } else { out.append(byte) }
            }
            return out
        }

        mutating func isLiteral() -> Bool {
            while next() != nil {}
            return !isBroken && open.isEmpty && hasBegun
        }

        /// The next event; nil at the end, and where it is no literal.
        mutating func next() -> (kind: EventTape.Kind, text: [UInt8])? {
            if hasBegun, open.isEmpty || isBroken { return nil }
            hasBegun = true
            skip()
            guard index < text.count else { return broken() }
            let byte = text[index]
            guard let isObject = open.last else { return start(byte) }
            if byte == UInt8(ascii: isObject ? "}" : "]"), !isObject || !isValueNext {
                index += 1
                open.removeLast()
                endValue()
                return (isObject ? .endObject : .endArray, [])
            }
            if isObject, !isValueNext {
                guard let key = key() else { return broken() }
                skip()
                guard index < text.count, text[index] == UInt8(ascii: ":") else { return broken() }
                index += 1
                isValueNext = true
                return (.key, key)
            }
            return start(byte)
        }

        private mutating func start(_ byte: UInt8) -> (kind: EventTape.Kind, text: [UInt8])? {
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                guard open.count < ScriptLiteral.deepest else { return broken() }
                index += 1
                let isObject = byte == UInt8(ascii: "{")
                open.append(isObject)
                isValueNext = !isObject
                return (isObject ? .startObject : .startArray, [])
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
                guard let string = string() else { return broken() }
                endValue()
                return isBroken ? nil : (.string, string)
            default:
                let word = text[index...].prefix {
                    URLText.isLetter($0) || URLText.isDigit($0) || "-+._$".utf8.contains($0)
                }
                guard !word.isEmpty, Self.isScalar(word) else { return broken() }
                index = word.endIndex
                endValue()
                return isBroken ? nil : (.scalar, Array(word))
            }
        }

        private static func isScalar(_ word: ArraySlice<UInt8>) -> Bool {
            let first = word[word.startIndex]
            return URLText.isDigit(first) || first == UInt8(ascii: "-") || first == UInt8(ascii: ".")
                || ["true", "false", "null", "undefined"].contains(String(decoding: word, as: UTF8.self))
        }

        /// After a value there is a comma or an end.
        private mutating func endValue() {
            isValueNext = open.last == false
            guard !open.isEmpty else { return }
            skip()
            guard index < text.count else {
                isBroken = true
                return
            }
            switch text[index] {
            case UInt8(ascii: ","): index += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): break
            default: isBroken = true
            }
        }

        private mutating func key() -> [UInt8]? {
            if text[index] == UInt8(ascii: "\"") || text[index] == UInt8(ascii: "'") { return string() }
            let word = text[index...].prefix {
                URLText.isLetter($0) || URLText.isDigit($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "$")
            }
            index = word.endIndex
            return word.isEmpty ? nil : Array(word)
        }

        private mutating func string() -> [UInt8]? {
            let quote = text[index]
            var out: [UInt8] = []
            index += 1
            while index < text.count {
                let byte = text[index]
                index += 1
                if byte == quote { return out }
                if byte != UInt8(ascii: "\\") {
                    out.append(byte)
                    continue
                }
                guard index < text.count else { return nil }
                appendEscape(to: &out)
            }
            return nil
        }

        private mutating func appendEscape(to out: inout [UInt8]) {
            let byte = text[index]
            index += 1
            switch byte {
            case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"): out.append(0x20)
            case UInt8(ascii: "u"): appendScalar(digits: 4, to: &out)
            case UInt8(ascii: "x"): appendScalar(digits: 2, to: &out)
            case 0x0A, 0x0D: break
            default: out.append(byte)
            }
        }

        private mutating func appendScalar(digits: Int, to out: inout [UInt8]) {
            guard var value = number(digits) else { return }
            if (0xD800...0xDBFF).contains(value), text[index...].starts(with: "\\u".utf8) {
                index += 2
                if let low = number(4), (0xDC00...0xDFFF).contains(low) {
                    value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
                }
            }
            out += Array(String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8)
        }

        private mutating func number(_ digits: Int) -> UInt32? {
            guard index + digits <= text.count else { return nil }
            var value: UInt32 = 0
            for byte in text[index..<(index + digits)] {
                guard let digit = URLText.hexDigit(byte) else { return nil }
                value = value << 4 | UInt32(digit)
            }
            index += digits
            return value
        }

        /// Skips white space and comments.
        private mutating func skip() {
            while index < text.count {
                if EntryScratch.isSpace(text[index]) {
                    index += 1
                } else if text[index...].starts(with: "//".utf8) {
                    index = text[index...].firstIndex(of: 0x0A) ?? text.count
                } else if text[index...].starts(with: "/*".utf8) {
                    var end = index + 2
                    while end < text.count, !text[end...].starts(with: "*/".utf8) { end += 1 }
                    index = min(text.count, end + 2)
                } else {
                    return
                }
            }
        }

        private mutating func broken() -> (kind: EventTape.Kind, text: [UInt8])? {
            isBroken = true
            return nil
        }
    }
}
