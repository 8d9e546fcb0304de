/// Keeps pages from libxml2 that would take it hours: in a tag it compares each attribute with all before it, and at an
/// end tag it goes through all elements that are open.
struct HTMLGuard {
    /// Bytes since libxml2 has told anything.
    private var quietByteCount = 0
    /// White space and quotation marks since the first tag after that: a tag has no more attributes.
    private var separatorCount = 0
    /// Whether a script or a style is open, in which there are no tags.
    private var isInRawText = false

    /// 16 MiB of a text, a comment or a tag: longer than any picture that is written into a page.
    private static let longestQuiet = 16 << 20
    /// 32,768 attributes take it two seconds.
    private static let mostSeparators = 32 << 10
    /// Eight times as deep as browsers build pages (512, in Blink and WebKit).
    static let deepest = 4096

    /// Why the block must not be parsed, the next one of the page, in which `depth` elements are open; nil where it
    /// may. `isInTag` says whether what libxml2 has of the page and could not read begins with a tag.
    mutating func objection(to block: ArraySlice<UInt8>, depth: Int, isInTag: Bool) -> String? {
        if depth > Self.deepest { return "Its elements are nested more than \(Self.deepest) deep." }
        quietByteCount += block.count
        if quietByteCount > Self.longestQuiet { return "A text, a comment or a tag is longer than 16 MiB." }
        if isInRawText { return nil }
        let start = isInTag ? block.startIndex : block.firstIndex(of: UInt8(ascii: "<")) ?? block.endIndex
        separatorCount += block[start...].count { $0 <= 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
        return separatorCount > Self.mostSeparators + block.count
            ? "A tag or a comment is far too long for a page of photos." : nil
    }

    /// libxml2 has told something.
    mutating func sawContent() {
        sawRawText()
        isInRawText = false
    }

    /// libxml2 has told something within a script or a style.
    mutating func sawRawText() { (quietByteCount, separatorCount) = (0, 0) }

    /// An element has begun.
    mutating func saw(start name: XMLName) {
        sawContent()
        isInRawText = name == "script" || name == "style"
    }
}
