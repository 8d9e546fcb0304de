import Glibc

/// Takes long pictures out of a document's text as it arrives (`data:image/jpeg;base64,…`), whatever its format, and
/// puts short addresses in their place (``DataAddress``). The pictures go to a ``PictureSpool``: neither a parser nor a
/// row has them in memory.
///
/// The text may be that of JSON, HTML, XML or a table: escapes of slashes, plus signs and line breaks are those of any
/// of them. Addresses that are short enough for a row stay as they are.
struct PictureLifter {
    private enum State {
        /// Before an address; within its first word; before its comma; after that.
        case text, word, head, content
    }
    private enum Meaning {
        case unfinished, nothing
        case byte(UInt8)
    }
    private var state = State.text
    /// The beginning of an address, until it is known whether it is a long one.
    private var held: [UInt8] = []
    /// The byte before it.
    private var before: UInt8 = 0
    private var mediaType: [UInt8] = []
    private var decoder = Base64Decoder()
    /// An escape in the picture that has not ended.
    private var escape: [UInt8] = []
    /// Whether a line break in the picture precedes.
    private var isAfterBreak = false
    /// Whether the picture is a long one.
    private var isLong = false

    private let makeSpool: @Sendable () -> any PictureSpool
    /// The pictures; nil if there were none.
    private(set) var spool: (any PictureSpool)?

    private static let word = Array("data:image".utf8)
    /// Longer than any type with its parameters.
    private static let longestHead = 128
    private static let pieceByteCount = 64 << 10

    init(_ makeSpool: @escaping @Sendable () -> any PictureSpool) { self.makeSpool = makeSpool }

    typealias Emit = (UnsafeRawBufferPointer) throws(CatalogueFailure) -> Void

    /// Takes more of the text; calls `emit` with what a parser reads in its place, in pieces that are not empty.
    mutating func take(_ bytes: UnsafeRawBufferPointer, _ emit: Emit) throws(CatalogueFailure) {
        var index = 0
        while index < bytes.count {
            switch state {
            case .text:
                let rest = UnsafeRawBufferPointer(rebasing: bytes[index...])
                let (start, matched) = Self.beginning(in: rest)
                index += start + matched
                if start > 0 {
                    before = rest[start - 1]
                    try emit(UnsafeRawBufferPointer(rebasing: rest[..<start]))
                }
                guard matched > 0 else { continue }
                held = Array(Self.word.prefix(matched))
                state = matched == Self.word.count ? .head : .word
            case .word:
                guard bytes[index] == Self.word[held.count] else {
                    try release(emit)
                    continue
                }
                held.append(bytes[index])
                index += 1
                if held.count == Self.word.count { state = .head }
            case .head:
                let byte = bytes[index]
                if byte == UInt8(ascii: ","), beginContent() {
                    held.append(byte)
                    index += 1
                } else if Self.isOfHead(byte), held.count < Self.longestHead {
                    held.append(byte)
                    index += 1
                } else {
                    try release(emit)
                }
            case .content:
                let start = index
                let hasEnded = takeContent(bytes, &index)
                if !isLong { held.append(contentsOf: bytes[start..<index]) }
                if !isLong, held.count > Catalogue.maximumLocationByteCount {
                    isLong = true
                    if spool == nil { spool = makeSpool() }
                    held = []
                }
                if isLong { spool?.add(decoder.takeBytes()) }
                if hasEnded { try release(emit) }
            }
        }
    }

    /// The text has ended, or the rest is not available.
    mutating func finish(_ emit: Emit) throws(CatalogueFailure) { try release(emit) }

    /// Where the first word of an address begins, and how much of it is there: at the end, it may be cut.
    private static func beginning(in text: UnsafeRawBufferPointer) -> (start: Int, matched: Int) {
        let colon = 4
        var next = 0
        while next < text.count, let found = index(of: word[colon], in: text, from: next) {
            next = found + 1
            let rest = text.count - found
            if found >= colon, rest >= word.count - colon,
                zip(text[(found - colon)...], word).allSatisfy({ $0 == $1 })
            {
                return (found - colon, word.count)
            }
        }
        for count in stride(from: min(word.count - 1, text.count), to: 0, by: -1)
        where text[(text.count - count)...].elementsEqual(word.prefix(count)) {
            return (text.count - count, count)
        }
        return (text.count, 0)
    }

    private static func index(of byte: UInt8, in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard let base = text.baseAddress, let found = memchr(base + start, Int32(byte), text.count - start) else {
            return nil
        }
        return UnsafeRawPointer(found) - base
    }

    private static func isOfHead(_ byte: UInt8) -> Bool {
        URLText.isLetter(byte) || URLText.isDigit(byte) || "/\\;=+-._ ".utf8.contains(byte)
    }

    /// The comma follows: whether base64 follows that, of a picture that is no drawing.
    private mutating func beginContent() -> Bool {
        let text = String(decoding: held.filter { !"\\ ".utf8.contains($0) }, as: UTF8.self).lowercased()
        let parts = text.dropFirst("data:".count).split(separator: ";")
        guard let type = parts.first, type.hasPrefix("image/"), !type.hasPrefix("image/svg"),
            parts.dropFirst().last == "base64"
        else { return false }
        mediaType = type.utf8.filter { URLText.isLetter($0) || URLText.isDigit($0) || "/+-.".utf8.contains($0) }
        state = .content
        return true
    }

    /// Reads on in a picture, up to `index`. Returns whether it has ended there.
    private mutating func takeContent(_ bytes: UnsafeRawBufferPointer, _ index: inout Int) -> Bool {
        while index < bytes.count {
            let byte = bytes[index]
            if escape.isEmpty {
                if isOfContent(byte, isEscaped: false) {
                    index += 1
                } else if "\\%&".utf8.contains(byte) {
                    escape = [byte]
                    index += 1
                } else {
                    return true
                }
                if decoder.bytes.count >= Self.pieceByteCount { return false }
                continue
            }
            switch Self.meaning(of: escape + [byte]) {
            case .unfinished: escape.append(byte)
            case .byte(let meant) where isOfContent(meant, isEscaped: true): escape = []
            case .byte, .nothing: return true
            }
            index += 1
        }
        return false
    }

    /// Takes a character of the picture; false if it is none.
    private mutating func isOfContent(_ byte: UInt8, isEscaped: Bool) -> Bool {
        switch byte {
        case 0x0A, 0x0D:
            // Elsewhere a line break ends a row of a table, or an address without quotation marks.
            isAfterBreak = isEscaped || before == UInt8(ascii: "\"") || before == UInt8(ascii: "'")
            return isAfterBreak
        case 0x20, 0x09: return isAfterBreak
        default:
            guard decoder.take(byte) else { return false }
            isAfterBreak = false
            return true
        }
    }

    /// What an escape stands for: `\/`, `\n`, `\u002B`, `%2B`, `&#43;`, `&#x2B;`.
    private static func meaning(of escape: [UInt8]) -> Meaning {
        let rest = escape.dropFirst()
        switch escape.first {
        case UInt8(ascii: "\\"):
            switch rest.first {
            case UInt8(ascii: "/"): return .byte(UInt8(ascii: "/"))
            case UInt8(ascii: "n"), UInt8(ascii: "r"): return .byte(0x0A)
            case UInt8(ascii: "u"): return number(rest.dropFirst(), radix: 16, digits: 4)
            default: return .nothing
            }
        case UInt8(ascii: "%"): return number(rest, radix: 16, digits: 2)
        default:
            guard rest.first == UInt8(ascii: "#"), rest.count <= 5 else { return .nothing }
            guard rest.last == UInt8(ascii: ";") else { return .unfinished }
            let isHexadecimal = rest.dropFirst().first.map { $0 | 0x20 } == UInt8(ascii: "x")
            let digits = rest.dropFirst(isHexadecimal ? 2 : 1).dropLast()
            return number(digits, radix: isHexadecimal ? 16 : 10, digits: digits.count)
        }
    }

    private static func number(_ text: ArraySlice<UInt8>, radix: Int, digits: Int) -> Meaning {
        guard text.allSatisfy({ URLText.hexDigit($0) != nil }) else { return .nothing }
        if text.count < digits { return .unfinished }
        guard let value = UInt8(String(decoding: text, as: UTF8.self), radix: radix), value < 0x80 else {
            return .nothing
        }
        return .byte(value)
    }

    /// Goes on with the text: with what was held back, or with the short address of what was taken out.
    private mutating func release(_ emit: Emit) throws(CatalogueFailure) {
        var text = held
        if isLong {
            spool?.add(decoder.takeBytes())
            text = DataAddress.text(mediaType: mediaType, heldAs: spool?.finish()) + escape
        }
        (state, held, escape) = (.text, [], [])
        (decoder, isAfterBreak, isLong) = (Base64Decoder(), false, false)
        guard let last = text.last else { return }
        before = last
        try text.withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in try emit(bytes) }
    }
}

/// A parser of a text format, for a document whose long pictures are taken out.
final class LiftingParser: CatalogueParsing {
    private var parser: any CatalogueParsing
    private var lifter: PictureLifter

    init(_ parser: any CatalogueParsing, _ makeSpool: @escaping @Sendable () -> any PictureSpool) {
        self.parser = parser
        lifter = PictureLifter(makeSpool)
    }

    func parse(_ bytes: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        defer { builder.spool = lifter.spool }
        try lifter.take(bytes) { (bytes) throws(CatalogueFailure) in try parser.parse(bytes, into: &builder) }
    }

    func finish(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        try end(into: &builder)
        try parser.finish(into: &builder)
    }

    var showsItsEnd: Bool { parser.showsItsEnd }

    func breakOff(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        try end(into: &builder)
        try parser.breakOff(into: &builder)
    }

    private func end(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        defer { builder.spool = lifter.spool }
        try lifter.finish { (bytes) throws(CatalogueFailure) in try parser.parse(bytes, into: &builder) }
    }
}
