import PhotoCore

/// A feed's text, possibly HTML: RSS never says, Atom and Media RSS do.
struct FeedText {
    /// The text without markup, with white space collapsed.
    private(set) var plain: [UInt8] = []
    private(set) var pictures: [PagePicture] = []
    /// What was left out of its pictures.
    private(set) var trace = PictureTrace()

    /// The form of the text.
    enum Kind {
        case plain, html
        /// HTML if it looks like it.
        case unknown
    }

    /// Reads text of that form. Plain text keeps its line breaks.
    init(_ text: [UInt8], _ kind: Kind) {
        guard kind == .html || kind == .unknown && Self.hasMarkup(text) else {
            plain = text
            return
        }
        let collector = Collector()
        let parser = HTMLPushParser(handler: collector)
        do throws(CatalogueFailure) {
            try text.withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in try parser.parse(bytes) }
            try parser.finish()
        } catch {
            // If reading takes too long, the text so far counts.
        }
        plain = PageText.collapsed(collector.text)
        collector.reader.finish()
        pictures = collector.reader.pictures
        trace = collector.reader.trace
    }

    /// The pictures in a text that is HTML or Markdown.
    static func pictures(in text: UnsafeRawBufferPointer) -> [PagePicture] {
        let text = UnsafeRawBufferPointer(rebasing: text.prefix(longest))
        let html = MarkdownPage.showsPicture(text) ? MarkdownPage(text).html : Array(text)
        return FeedText(html, .html).pictures
    }

    /// 1 MiB: a hundred times the longest texts in blogs' feeds.
    private static let longest = 1 << 20

    /// Whether it contains a tag or a reference, not only "a < b & c".
    private static func hasMarkup(_ text: [UInt8]) -> Bool {
        for (index, byte) in text.enumerated() {
            let next = index + 1 < text.count ? text[index + 1] : 0x20
            let isLetter = (0x61...0x7A).contains(next | 0x20)
            if byte == UInt8(ascii: "<"), isLetter || next == UInt8(ascii: "/") || next == UInt8(ascii: "!") {
                return true
            }
            if byte == UInt8(ascii: "&"), isLetter || next == UInt8(ascii: "#") {
                let name = text[(index + 1)...].prefix(longestReference)
                let end = name.dropFirst().first { !isNameByte($0) }
                if end == UInt8(ascii: ";") { return true }
            }
        }
        return false
    }

    /// HTML's longest is `&CounterClockwiseContourIntegral;`.
    private static let longestReference = 33

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
    }
}

/// Collects a text's words and pictures.
private final class Collector: HTMLContentHandling {
    var reader = PageReader()
    private(set) var text: [UInt8] = []

    /// The stored length of a description, with a margin for white space.
    private static let longestText = 2 * CatalogueField.description.maximumByteCount

    func started(_ element: HTMLElement, line: Int) {
        separate(at: element)
        reader.start(PageElement(element.name), element, line: line)
    }

    func ended(_ element: HTMLElement) {
        separate(at: element)
        reader.end(PageElement(element.name))
    }

    func found(text bytes: UnsafeRawBufferPointer) {
        text.append(contentsOf: bytes.prefix(max(0, Self.longestText - text.count)))
        reader.add(text: bytes)
    }

    /// Pictures may follow the longest text.
    var isDone: Bool { false }

    /// Elements separate words, except for inline ones.
    private func separate(at element: HTMLElement) {
        switch element.name {
        case "a", "abbr", "b", "bdi", "bdo", "cite", "code", "em", "font", "i", "img", "mark", "q", "s", "small",
            "span", "strong", "sub", "sup", "tt", "u", "wbr":
            break
        default: if text.count < Self.longestText { text.append(0x20) }
        }
    }
}
