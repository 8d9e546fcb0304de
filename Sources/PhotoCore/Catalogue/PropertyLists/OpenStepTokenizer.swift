import Foundation

/// Splits a streamed property list in the old text format into tokens.
struct OpenStepTokenizer {
    enum Token {
        case objectStart, objectEnd, arrayStart, arrayEnd, equals, semicolon, comma
        /// With or without quotes; unescaped.
        case text(UnsafeRawBufferPointer)
        /// A value that is not text, and its source, if useful.
        case other(EntryProblem, UnsafeRawBufferPointer?)
    }

    private enum State {
        case between
        /// After a slash, which may begin a comment.
        case slash
        case lineComment
        case blockComment
        /// After an asterisk in a comment.
        case blockCommentStar
        /// In unquoted text.
        case word
        /// In text with that quote.
        case quoted(UInt8)
        /// After a backslash.
        case escape(UInt8)
        /// In an escape, `\303` or `\U00e9`: its value so far, and how many digits are missing.
        case octal(UInt8, UInt32, Int)
        case unicode(UInt8, UInt32, Int)
        /// In `<…>`: data, or a value with its type.
        case angle
    }
    private var state = State.between
    private var text: [UInt8] = []
    /// The first half of a character beyond U+FFFF, written as two escapes.
    private var highSurrogate: UInt32?
    private var tokenLine = 1

    /// The current line, from 1.
    private(set) var line = 1
    private var isAfterReturn = false

    /// 16 MiB: no photo's text has a hundredth of it.
    static let longestText = 16 << 20

    /// Finds the tokens that end in `bytes`, and passes each with its line.
    mutating func read(
        _ bytes: UnsafeRawBufferPointer, found: (Token, Int) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        var index = 0
        while index < bytes.count {
            if case .quoted(let quote) = state {
                // Up to the next special byte.
                let end = bytes[index...].firstIndex { $0 == quote || $0 == 0x5C || $0 == 0x0A || $0 == 0x0D }
                let run = bytes[index..<(end ?? bytes.count)]
                if !run.isEmpty {
                    endSurrogate()
                    text.append(contentsOf: run)
                    isAfterReturn = false
                }
                guard let end else { break }
                index = end
            }
            // The byte that ends a token may belong to the next.
            if try take(bytes[index], found: found) {
                count(bytes[index])
                index += 1
            }
        }
        if text.count > Self.longestText {
            throw OpenStepParser.failure(localized("A string is longer than 16 MiB."), line)
        }
    }

    /// There is no more.
    mutating func finish(found: (Token, Int) throws(CatalogueFailure) -> Void) throws(CatalogueFailure) {
        switch state {
        case .between, .lineComment: break
        case .word: _ = try endWord(found: found)
        case .slash:
            text = [UInt8(ascii: "/")]
            _ = try endWord(found: found)
        default:
            throw OpenStepParser.failure(
                localized("It ends inside a string or a comment; it may be cut short."), tokenLine)
        }
    }

    private mutating func count(_ byte: UInt8) {
        if byte == 0x0D || byte == 0x0A && !isAfterReturn { line += 1 }
        isAfterReturn = byte == 0x0D
    }

    /// Takes a byte; false if it belongs to the next token.
    private mutating func take(
        _ byte: UInt8, found: (Token, Int) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) -> Bool {
        switch state {
        case .between: return try begin(byte, found: found)
        case .slash:
            switch byte {
            case UInt8(ascii: "/"): state = .lineComment
            case UInt8(ascii: "*"): state = .blockComment
            default:
                text = [UInt8(ascii: "/")]
                state = .word
                return false
            }
        case .lineComment: if byte == 0x0A || byte == 0x0D { state = .between }
        case .blockComment: if byte == UInt8(ascii: "*") { state = .blockCommentStar }
        case .blockCommentStar:
            if byte == UInt8(ascii: "/") {
                state = .between
            } else if byte != UInt8(ascii: "*") {
                state = .blockComment
            }
        case .word:
            guard Self.isWord(byte) else { return try endWord(found: found) }
            text.append(byte)
        case .quoted(let quote): try takeQuoted(byte, quote, found: found)
        case .escape(let quote): takeEscape(byte, quote)
        case .octal(let quote, let value, let left):
            guard (0x30...0x37).contains(byte), left > 0 else {
                appendNextStep(UInt8(truncatingIfNeeded: value))
                state = .quoted(quote)
                return false
            }
            state = .octal(quote, value * 8 + UInt32(byte - 0x30), left - 1)
        case .unicode(let quote, let value, let left):
            guard left > 0, let digit = URLText.hexDigit(byte) else {
                appendUnit(value)
                state = .quoted(quote)
                return false
            }
            state = .unicode(quote, value * 16 + UInt32(digit), left - 1)
        case .angle: try takeAngle(byte, found: found)
        }
        return true
    }

    private mutating func begin(
        _ byte: UInt8, found: (Token, Int) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) -> Bool {
        tokenLine = line
        switch byte {
        case UInt8(ascii: "{"): try found(.objectStart, line)
        case UInt8(ascii: "}"): try found(.objectEnd, line)
        case UInt8(ascii: "("): try found(.arrayStart, line)
        case UInt8(ascii: ")"): try found(.arrayEnd, line)
        case UInt8(ascii: "="): try found(.equals, line)
        case UInt8(ascii: ";"): try found(.semicolon, line)
        case UInt8(ascii: ","): try found(.comma, line)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): state = .quoted(byte)
        case UInt8(ascii: "<"): state = .angle
        case UInt8(ascii: "/"): state = .slash
        case _ where EntryScratch.isSpace(byte): break
        case _ where Self.isWord(byte):
            text = [byte]
            state = .word
        default:
            throw OpenStepParser.failure(localized("A character is invalid, or must be in quotes."), line)
        }
        return true
    }

    private mutating func endWord(
        found: (Token, Int) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) -> Bool {
        state = .between
        try give(found)
        return false
    }

    private mutating func give(_ found: (Token, Int) throws(CatalogueFailure) -> Void) throws(CatalogueFailure) {
        let line = tokenLine
        try text.withUnsafeBytesTyped { (text) throws(CatalogueFailure) in try found(.text(text), line) }
        text.removeAll(keepingCapacity: true)
    }

    // MARK: Quotes

    private mutating func takeQuoted(
        _ byte: UInt8, _ quote: UInt8, found: (Token, Int) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        if byte == 0x5C {
            state = .escape(quote)
        } else {
            endSurrogate()
            if byte == quote {
                state = .between
                try give(found)
            } else {
                text.append(byte)
            }
        }
    }

    private mutating func takeEscape(_ byte: UInt8, _ quote: UInt8) {
        if byte == UInt8(ascii: "U") || byte == UInt8(ascii: "u") {
            state = .unicode(quote, 0, 4)
            return
        }
        endSurrogate()
        state = .quoted(quote)
        switch byte {
        case 0x30...0x37: state = .octal(quote, UInt32(byte - 0x30), 2)
        case UInt8(ascii: "a"): text.append(0x07)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "v"): text.append(0x0B)
        default: text.append(byte)
        }
    }

    /// A code unit of UTF-16.
    private mutating func appendUnit(_ unit: UInt32) {
        if (0xDC00...0xDFFF).contains(unit), let high = highSurrogate {
            highSurrogate = nil
            append(Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (unit - 0xDC00)))
        } else {
            endSurrogate()
            if (0xD800...0xDBFF).contains(unit) { highSurrogate = unit } else { append(Unicode.Scalar(unit)) }
        }
    }

    /// The first half of a character has no second half.
    private mutating func endSurrogate() {
        guard highSurrogate != nil else { return }
        highSurrogate = nil
        append(nil)
    }

    private mutating func append(_ scalar: Unicode.Scalar?) {
        text.append(contentsOf: Character(scalar ?? "\u{FFFD}").utf8)
    }

    /// A byte in NeXT's encoding, which such escapes use regardless of the document's encoding.
    private mutating func appendNextStep(_ byte: UInt8) {
        if byte < 0x80 { text.append(byte) } else { text.append(contentsOf: Self.nextStep[Int(byte) - 0x80]) }
    }

    /// The characters of the bytes 0x80 to 0xFF (https://unicode.org/Public/MAPPINGS/VENDORS/NEXT/NEXTSTEP.TXT).
    private static let nextStep: [[UInt8]] =
        ("\u{A0}ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖÙÚÛÜÝÞµ×÷©¡¢£⁄¥ƒ§¤’“«‹›ﬁﬂ®–†‡·¦¶•‚„”»…‰¬¿"
        + "¹ˋ´ˆ˜¯˘˙¨²˚¸³˝˛ˇ—±¼½¾àáâãäåçèéêëìÆíªîïðñŁØŒºòóôõöæùúûıüýłøœßþÿ\u{FFFD}\u{FFFD}")
        .unicodeScalars.map { Array(Character($0).utf8) }

    // MARK: Data and typed values

    private mutating func takeAngle(
        _ byte: UInt8, found: (Token, Int) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        guard byte == UInt8(ascii: ">") else {
            // Data is dropped; a typed value, `<*R12.5>`, is stored.
            if text.isEmpty || text[0] == UInt8(ascii: "*") { text.append(byte) }
            return
        }
        state = .between
        let kind: EntryProblem =
            switch text.prefix(2) {
            case [0x2A, UInt8(ascii: "I")], [0x2A, UInt8(ascii: "R")]: .number
            case [0x2A, UInt8(ascii: "B")]: .boolean
            case [0x2A, UInt8(ascii: "D")]: .date
            default: .data
            }
        let line = tokenLine
        try text.withUnsafeBytesTyped { (text) throws(CatalogueFailure) in
            let value = kind == .number || kind == .date ? UnsafeRawBufferPointer(rebasing: text.dropFirst(2)) : nil
            try found(.other(kind, value), line)
        }
        text.removeAll(keepingCapacity: true)
    }

    // MARK: Characters

    /// The bytes of unquoted text: more than writers leave unquoted, so that hand-written lists of addresses work.
    private static func isWord(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte != 0x7F && !"{}()<>=;,\"'".utf8.contains(byte)
    }
}
