import PhotoCore

/// An open element of a feed with text: plain, escaped HTML, or XHTML.
struct FeedTextElement {
    let kind: FeedElement
    /// Media RSS's `role` of a person.
    let role: [UInt8]
    /// Media RSS's `url` or `href` of terms.
    let location: [UInt8]
    /// Whether it declares that it is no address (`isPermaLink="false"`).
    let isNoAddress: Bool

    private var bytes: [UInt8] = []
    /// The form of its text.
    private let writing: FeedText.Kind
    /// The number of elements open in it.
    private var depth = 0
    /// Only an Atom author's name counts.
    private var hasName = false
    private var isPaused = false
    /// Finds the pictures among XHTML's elements.
    private var reader = PageReader()
    private var openElements: [PageElement] = []
    private var hasElements = false

    /// 1 MiB: a hundred times the longest texts in blogs' feeds.
    static let longestText = 1 << 20
    private static let deepest = 512

    init(_ kind: FeedElement, _ element: XMLElement) {
        self.kind = kind
        role = element.value(of: "role") ?? []
        location = element.value(of: "url") ?? element.value(of: "href") ?? []
        isNoAddress = element.value(of: "isPermaLink") == Array("false".utf8)
        let type = element.value(of: "type").map { String(decoding: $0, as: UTF8.self).lowercased() }
        writing =
            switch type {
            case "xhtml", "application/xhtml+xml": .plain
            case let type? where type.contains("html"): .html
            case "text", "text/plain": .plain
            default: .unknown
            }
    }

    mutating func start(_ element: XMLElement, line: Int) {
        depth += 1
        if case .author = kind {
            isPaused = !(element.name == "name")
            if !isPaused { bytes.removeAll(keepingCapacity: true) }
            hasName = hasName || !isPaused
            return
        }
        hasElements = true
        guard openElements.count < Self.deepest else { return }
        let name = PageElement(element.name)
        openElements.append(name)
        reader.start(name, element, line: line)
        separate(at: element.name)
    }

    /// An element ends; returns whether it is this one.
    mutating func end() -> Bool {
        guard depth > 0 else {
            reader.finish()
            return true
        }
        if openElements.count == depth, let name = openElements.popLast() {
            reader.end(name)
            bytes.append(0x20)
        }
        depth -= 1
        isPaused = hasName
        return false
    }

    mutating func add(_ text: UnsafeRawBufferPointer) {
        guard !isPaused else { return }
        bytes.append(contentsOf: text.prefix(max(0, Self.longestText - bytes.count)))
        reader.add(text: text)
    }

    private mutating func separate(at name: XMLName) { if name == "br" || name == "p" { bytes.append(0x20) } }

    var trimmed: [UInt8] { PageText.collapsed(bytes) }

    var read: (plain: [UInt8], pictures: [PagePicture], trace: PictureTrace) {
        // Text with elements was XHTML, whatever it declares.
        if !reader.pictures.isEmpty || hasElements {
            return (PageText.collapsed(bytes), reader.pictures, reader.trace)
        }
        let text = FeedText(bytes, writing)
        return (text.plain, text.pictures, text.trace)
    }

    /// The name in an RSS author: `ann@example.org (Ann)`.
    static func person(_ text: [UInt8]) -> [UInt8] {
        guard text.last == UInt8(ascii: ")"), let start = text.firstIndex(of: UInt8(ascii: "(")),
            text[..<start].contains(UInt8(ascii: "@"))
        else { return text }
        let name = PageText.collapsed(Array(text[(start + 1)...].dropLast()))
        return name.isEmpty ? text : name
    }
}
