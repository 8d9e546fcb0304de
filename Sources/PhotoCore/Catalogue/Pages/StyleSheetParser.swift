/// Reads a style sheet in a page (`<style>`) as it arrives: the rules that give backgrounds and sizes
/// (https://www.w3.org/TR/css-syntax-3/).
///
/// Rules within `@media`, `@supports` and `@layer` count, except those for print. What other at-rules hold
/// (`@font-face`, `@keyframes`) and rules within rules do not.
struct StyleSheetParser {
    /// A rule's selectors, as they stand there, and its declarations of backgrounds and sizes.
    struct Rule: Equatable {
        let selectors: [UInt8]
        let style: [UInt8]
        /// Its custom properties that hold addresses.
        let variables: StyleVariables
        /// Whether it is for narrow displays only.
        let isNarrow: Bool
    }
    /// The rules found since they were last taken.
    private(set) var rules: [Rule] = []

    private enum State: Equatable {
        case text, comment
        case string(quote: UInt8)
        /// Within `url(` without quotes: no comment begins there.
        case address
    }
    private enum Block {
        case group(isNarrow: Bool)
        case rule(selectors: [UInt8], isNarrow: Bool)
        case skipped
    }
    private var state = State.text
    private var isEscaped = false
    /// The byte before the current one.
    private var last: UInt8 = 0
    /// How many parentheses and brackets are open.
    private var parentheses = 0
    private var blocks: [Block] = []
    /// Blocks beyond the deepest that is stored.
    private var excess = 0
    /// The selectors or the declaration in progress.
    private var text: [UInt8] = []
    private var isTextTooLong = false
    /// The declarations of the open rule.
    private var style: [UInt8] = []
    private var variables = StyleVariables()

    /// 8 KiB: longer selectors are none of a photo's, and longer declarations hold data.
    private static let longestText = 8 << 10
    /// Real sheets nest three deep.
    private static let deepest = 32

    /// Takes more of the sheet.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        for byte in bytes {
            let wasComment = state == .comment
            add(byte)
            // What begins or ends a comment is no part of another one.
            last = wasComment == (state == .comment) ? byte : 0
        }
    }

    /// Takes the rules found since the last call.
    mutating func takeRules() -> [Rule] {
        defer { rules.removeAll() }
        return rules
    }

    private mutating func add(_ byte: UInt8) {
        if isEscaped {
            isEscaped = false
            return append(byte)
        }
        switch state {
        case .comment:
            if byte == UInt8(ascii: "/"), last == UInt8(ascii: "*") { state = .text }
        case .string(let quote):
            append(byte)
            isEscaped = byte == UInt8(ascii: "\\")
            // A string that is not closed ends with its line.
            if byte == quote || byte == 0x0A { state = .text }
        case .address:
            append(byte)
            isEscaped = byte == UInt8(ascii: "\\")
            if byte == UInt8(ascii: ")") {
                parentheses = max(0, parentheses - 1)
                state = .text
            } else if Self.isQuote(byte), Self.endsWithAddress(text.dropLast()) {
                state = .string(quote: byte)
            }
        case .text: addText(byte)
        }
    }

    private mutating func addText(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "*") where last == UInt8(ascii: "/"):
            if text.last == UInt8(ascii: "/") { text.removeLast() }
            state = .comment
        case UInt8(ascii: "\\"):
            append(byte)
            isEscaped = true
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            append(byte)
            state = .string(quote: byte)
        case UInt8(ascii: "("), UInt8(ascii: "["):
            append(byte)
            parentheses += 1
            if byte == UInt8(ascii: "("), Self.endsWithAddress(text[...]) { state = .address }
        case UInt8(ascii: ")"), UInt8(ascii: "]"):
            append(byte)
            parentheses = max(0, parentheses - 1)
        case UInt8(ascii: "{") where parentheses == 0: beginBlock()
        case UInt8(ascii: "}") where parentheses == 0: endBlock()
        case UInt8(ascii: ";") where parentheses == 0: endStatement()
        default: append(byte)
        }
    }

    private mutating func append(_ byte: UInt8) {
        if text.isEmpty, EntryScratch.isSpace(byte) { return }
        guard text.count < Self.longestText else {
            isTextTooLong = true
            return
        }
        text.append(byte)
    }

    /// Whether it ends with `url(`, and perhaps white space.
    private static func endsWithAddress(_ text: ArraySlice<UInt8>) -> Bool {
        guard let end = text.lastIndex(where: { !EntryScratch.isSpace($0) }) else { return false }
        let word = text[...end].suffix(4)
        return word.elementsEqual("url(".utf8) { $0 == $1 || $0 | 0x20 == $1 && URLText.isLetter($0) }
    }

    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

    // MARK: Blocks

    /// The text in progress, without what XHTML and old pages put around a sheet; nil if it is too long.
    private mutating func takeText() -> [UInt8]? {
        defer { (text, isTextTooLong) = ([], false) }
        if isTextTooLong { return nil }
        var rest = text[...]
        for mark in ["<!--", "-->", "<![CDATA["] where rest.starts(with: mark.utf8) {
            rest = rest.dropFirst(mark.utf8.count).drop(while: EntryScratch.isSpace)
        }
        while let end = rest.last, EntryScratch.isSpace(end) { rest.removeLast() }
        return Array(rest)
    }

    private mutating func beginBlock() {
        let head = takeText()
        guard excess == 0, blocks.count < Self.deepest else {
            excess += 1
            return
        }
        switch blocks.last {
        case .rule, .skipped: blocks.append(.skipped)
        case .group(let isNarrow): blocks.append(Self.block(head, isNarrow: isNarrow))
        case nil: blocks.append(Self.block(head, isNarrow: false))
        }
    }

    private static func block(_ head: [UInt8]?, isNarrow: Bool) -> Block {
        guard let head, let first = head.first else { return .skipped }
        guard first == UInt8(ascii: "@") else { return .rule(selectors: head, isNarrow: isNarrow) }
        let words = String(decoding: head.dropFirst(), as: UTF8.self).lowercased()
        let kind = words.prefix { $0.isLetter || $0 == "-" }
        let condition = words.dropFirst(kind.count).drop { $0.isWhitespace }
        switch kind {
        case "media" where condition.hasPrefix("print") || condition.hasPrefix("only print"): return .skipped
        case "media": return .group(isNarrow: isNarrow || Self.isNarrow(condition))
        case "supports", "layer", "container": return .group(isNarrow: isNarrow)
        default: return .skipped
        }
    }

    /// Whether a condition is that of narrow displays: "(max-width: 600px)", "(width <= 600px)", "(600px > width)"
    /// (https://www.w3.org/TR/mediaqueries-4/#mq-range-context).
    private static func isNarrow(_ condition: Substring) -> Bool {
        let words = String(condition.filter { !$0.isWhitespace })
        return ["max-", "width<", ">width", ">=width"].contains { words.contains($0) }
    }

    private mutating func endBlock() {
        guard excess == 0 else {
            excess -= 1
            (text, isTextTooLong) = ([], false)
            return
        }
        endStatement()
        guard case .rule(let selectors, let isNarrow) = blocks.popLast() else { return }
        if !style.isEmpty || !variables.isEmpty {
            rules.append(Rule(selectors: selectors, style: style, variables: variables, isNarrow: isNarrow))
        }
        (style, variables) = ([], StyleVariables())
    }

    private mutating func endStatement() {
        guard let statement = takeText(), excess == 0, case .rule = blocks.last,
            let colon = statement.firstIndex(of: UInt8(ascii: ":"))
        else { return }
        let name = statement[..<colon].filter { !EntryScratch.isSpace($0) }
        if name.starts(with: "--".utf8) {
            return variables.add(name[...], Self.unescaped(statement[(colon + 1)...])[...])
        }
        let property = String(decoding: name, as: UTF8.self).lowercased()
        guard Self.properties.contains(property), style.count < Self.longestText else { return }
        style += Array("\(property):".utf8) + Self.unescaped(statement[(colon + 1)...]) + [UInt8(ascii: ";")]
    }

    private static let properties: Set<String> = [
        "background", "background-image", "background-position", "background-repeat", "background-size", "height",
        "width",
    ]

    /// A declaration's value with its escapes resolved. What would end its address is escaped as in an address.
    private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
        guard text.contains(UInt8(ascii: "\\")) else { return Array(text) }
        var out: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let meant = StyleSelector.escape(&rest) else {
                out.append(byte)
                continue
            }
            for byte in meant {
                if "\"'()\\ ".utf8.contains(byte) {
                    out += Array("%\(String(byte, radix: 16, uppercase: true))".utf8)
                } else {
                    out.append(byte)
                }
            }
        }
        return out
    }
}
