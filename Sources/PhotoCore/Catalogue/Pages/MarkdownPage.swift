/// A text in Markdown as a page in HTML: its pictures and links alone (https://spec.commonmark.org/0.31.2/#images), and
/// the HTML in it. Code is left out.
package struct MarkdownPage {
    /// The page, in UTF-8, with the lines of the text.
    package private(set) var html: [UInt8] = []
    private var definitions: [[UInt8]: Target] = [:]
    /// A reference of a few bytes may stand for an address of thousands. What does not fit stays text.
    private let mostHTML: Int
    private let isCancelled: () -> Bool

    private struct Target {
        var address: [UInt8] = []
        var title: [UInt8] = []
    }

    /// Longer labels and addresses are text: each bracket costs at most a search this far.
    private static let longestLabel = 2048
    private static let mostDefinitions = 10_000
    /// Pictures in links are one level deep.
    private static let deepest = 4
    /// Brackets within brackets. Without a limit, each of many that never close would cost a search of its own.
    private static let deepestBrackets = 32
    /// Longer tags are text: each bracket costs a search this far.
    private static let longestTag = 8 << 10

    /// The page of `text`; if `isCancelled`, of a part of it.
    package init(_ text: UnsafeRawBufferPointer, isCancelled: @escaping () -> Bool = { false }) {
        self.isCancelled = isCancelled
        mostHTML = 4 * text.count + (64 << 10)
        let prose = readDefinitions(text)
        html.reserveCapacity(prose.count)
        write(prose[...], depth: 0)
    }

    /// Keeps the definitions, and returns the other lines. Those of code are empty.
    private mutating func readDefinitions(_ text: UnsafeRawBufferPointer) -> [UInt8] {
        var prose: [UInt8] = []
        prose.reserveCapacity(text.count + 1)
        var fence: UInt8?
        var rest = text[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
            let line = rest[rest.startIndex..<end]
            rest = rest[min(end + 1, rest.endIndex)...]
            defer { prose.append(0x0A) }
            let content = line.drop { $0 == 0x20 }
            if let mark = content.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~"),
                content.prefix(while: { $0 == mark }).count >= 3, fence == nil || fence == mark
            {
                fence = fence == nil ? mark : nil
                continue
            }
            if fence != nil { continue }
            if let (label, target) = Self.definition(content), definitions.count < Self.mostDefinitions {
                if definitions[label] == nil { definitions[label] = target }
            } else {
                prose.append(contentsOf: line)
            }
        }
        return prose
    }

    /// `[hut]: https://mill.example/hut.jpg "The hut"`
    private static func definition(_ line: Slice<UnsafeRawBufferPointer>) -> ([UInt8], Target)? {
        guard line.first == UInt8(ascii: "["), line.count < longestLabel,
            let end = line.firstIndex(of: UInt8(ascii: "]")), end + 1 < line.endIndex,
            line[end + 1] == UInt8(ascii: ":")
        else { return nil }
        let target = target(Array(line[(end + 2)...])[...])
        return target.address.isEmpty ? nil : (key(Array(line[(line.startIndex + 1)..<end])[...]), target)
    }

    /// Labels match without case.
    private static func key(_ label: ArraySlice<UInt8>) -> [UInt8] {
        PageText.collapsed(label.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 })
    }

    // MARK: Prose

    private mutating func write(_ text: ArraySlice<UInt8>, depth: Int) {
        var rest = text
        while let byte = rest.first {
            if "<[!".utf8.contains(byte), isCancelled() { return }
            switch byte {
            case UInt8(ascii: "\\") where rest.count > 1:
                writeEscaped(rest.prefix(2).dropFirst())
                rest = rest.dropFirst(2)
            case UInt8(ascii: "`"): rest = Self.afterCode(rest)
            case UInt8(ascii: "!") where rest.dropFirst().first == UInt8(ascii: "["):
                rest = writeLink(rest.dropFirst(), isPicture: true, depth) ?? skip(rest)
            case UInt8(ascii: "["): rest = writeLink(rest, isPicture: false, depth) ?? skip(rest)
            case UInt8(ascii: "<"): rest = writeTag(rest)
            default:
                html.append(byte)
                rest = rest.dropFirst()
            }
        }
    }

    private mutating func skip(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        html += rest.prefix(1)
        return rest.dropFirst()
    }

    /// Writes an element's tag as it is, and returns what follows it. A tag that never ends is text: as HTML it would
    /// take all until the next quotation mark into an attribute.
    private mutating func writeTag(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let end = Self.tagEnd(rest) else {
            html += "&lt;".utf8
            return rest.dropFirst()
        }
        html += rest[...end]
        return rest[(end + 1)...]
    }

    /// The place of the bracket that ends a tag; nil if there is none before the next tag.
    private static func tagEnd(_ text: ArraySlice<UInt8>) -> Int? {
        guard let letter = text.dropFirst().first, "/!?".utf8.contains(letter) || (0x61...0x7A).contains(letter | 0x20)
        else { return nil }
        var quote: UInt8?
        var index = text.startIndex + 1
        let end = text.prefix(longestTag).endIndex
        while index < end {
            switch text[index] {
            case UInt8(ascii: ">") where quote == nil: return index
            // In quotes it may be a word of a title, but not far away: each bracket costs a search this far.
            case UInt8(ascii: "<") where quote == nil || index - text.startIndex > longestLabel: return nil
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let mark = text[index]
                if quote == mark {
                    quote = nil
                } else if quote == nil, text[index - 1] == UInt8(ascii: "=") {
                    quote = mark
                }
            default: break
            }
            index += 1
        }
        return nil
    }

    /// What follows code in a line; all after its marks if it has no end.
    private static func afterCode(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let marks = rest.prefix { $0 == UInt8(ascii: "`") }.count
        var inner = rest.dropFirst(marks).prefix(longestLabel)
        while let start = inner.firstIndex(of: UInt8(ascii: "`")) {
            let count = inner[start...].prefix { $0 == UInt8(ascii: "`") }.count
            if count == marks { return rest[(start + count)...] }
            inner = inner[(start + count)...]
        }
        return rest.dropFirst(marks)
    }

    /// Writes a picture or a link, and returns what follows it; nil if it is neither.
    private mutating func writeLink(
        _ rest: ArraySlice<UInt8>, isPicture: Bool, _ depth: Int
    ) -> ArraySlice<UInt8>? {
        guard depth < Self.deepest, let end = Self.closing(rest, UInt8(ascii: "["), UInt8(ascii: "]")) else {
            return nil
        }
        let label = rest[(rest.startIndex + 1)..<end]
        let after = rest[(end + 1)...]
        var (target, following): (Target?, ArraySlice<UInt8>) = (nil, after)
        if after.first == UInt8(ascii: "("), let close = Self.closing(after, UInt8(ascii: "("), UInt8(ascii: ")")) {
            (target, following) = (Self.target(after[(after.startIndex + 1)..<close]), after[(close + 1)...])
        } else if after.first == UInt8(ascii: "["),
            let close = Self.closing(after, UInt8(ascii: "["), UInt8(ascii: "]"))
        {
            let name = after[(after.startIndex + 1)..<close]
            (target, following) = (definitions[Self.key(name.isEmpty ? label : name)], after[(close + 1)...])
        } else {
            target = definitions[Self.key(label)]
        }
        guard let target, !target.address.isEmpty, !isPicture || !MarkupText.isCode(target.address) else { return nil }
        let longest = target.address.count + max(target.title.count, label.count)
        guard html.count + Self.longestEscape * longest <= mostHTML else { return nil }
        if isPicture {
            html += "<img src=\"".utf8
            writeEscaped(target.address[...])
            html += "\" alt=\"".utf8
            // A title says what the picture shows; next to it, a label of one word is its reference.
            writeEscaped(target.title.isEmpty ? label : target.title[...])
            html += "\">".utf8
        } else {
            html += "<a href=\"".utf8
            writeEscaped(target.address[...])
            html += "\">".utf8
            write(label, depth: depth + 1)
            html += "</a>".utf8
        }
        return following
    }

    /// The place of the bracket that closes the first one; nil if it is far away.
    private static func closing(_ text: ArraySlice<UInt8>, _ open: UInt8, _ close: UInt8) -> Int? {
        var (depth, index) = (0, text.startIndex)
        let end = text.prefix(longestLabel).endIndex
        while index < end {
            let byte = text[index]
            if byte == UInt8(ascii: "\\") {
                index += 1
            } else if byte == open {
                depth += 1
                if depth > deepestBrackets { return nil }
            } else if byte == close {
                depth -= 1
                if depth == 0 { return index }
            }
            index += 1
        }
        return nil
    }

    /// An address, in angle brackets if it holds spaces, and a title in quotes.
    private static func target(_ text: ArraySlice<UInt8>) -> Target {
        var target = Target()
        var rest = text.drop(while: EntryScratch.isSpace)
        if rest.first == UInt8(ascii: "<"), let end = rest.firstIndex(of: UInt8(ascii: ">")) {
            target.address = Array(rest[(rest.startIndex + 1)..<end])
            rest = rest[(end + 1)...]
        } else {
            let address = rest.prefix { !EntryScratch.isSpace($0) }
            target.address = Array(address)
            rest = rest[address.endIndex...]
        }
        rest = rest.drop(while: EntryScratch.isSpace)
        while let last = rest.last, EntryScratch.isSpace(last) { rest = rest.dropLast() }
        let isQuoted = rest.count >= 2 && "\"'(".utf8.contains(rest[rest.startIndex])
        if isQuoted { target.title = PageText.collapsed(Array(rest.dropFirst().dropLast())) }
        return target
    }

    /// The bytes of `&quot;`.
    private static let longestEscape = 6

    /// Writes a text as it stands in an attribute in quotes.
    private mutating func writeEscaped(_ text: ArraySlice<UInt8>) {
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""): html += "&quot;".utf8
            case UInt8(ascii: "<"): html += "&lt;".utf8
            default: html.append(byte)
            }
        }
    }

    /// Whether a text shows a picture in Markdown.
    package static func showsPicture(_ text: UnsafeRawBufferPointer) -> Bool { MarkupText.isMarkdown(text) }
}
