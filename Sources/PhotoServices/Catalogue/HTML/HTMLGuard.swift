import PhotoCore

/// Blocks pages that would keep libxml2 busy for hours: it compares each attribute with all previous ones of its tag,
/// and searches all open elements at each end tag.
struct HTMLGuard {
    /// Bytes since libxml2's last report.
    private var quietByteCount = 0
    /// White space and quotation marks since the first tag after that: an upper bound of attributes.
    private var separatorCount = 0
    /// Whether a script or a style is open, which contains no tags.
    private var isInRawText = false

    /// 16 MiB of text, comment or tag: more than any picture embedded in a page.
    static let longestQuiet = 16 << 20
    /// 32,768 attributes take two seconds.
    static let mostSeparators = 32 << 10
    /// Eight times the browsers' limit (512, in Blink and WebKit).
    static let deepest = 4096

    /// Why the page's next block must not be parsed, with `depth` open elements; nil if it may. `isInTag`: libxml2's
    /// unread bytes start with a tag.
    mutating func objection(to block: ArraySlice<UInt8>, depth: Int, isInTag: Bool) -> String? {
        if depth > Self.deepest {
            return localized("Its elements are nested more than \(NumberFormats.current.plain(Self.deepest)) deep.")
        }
        quietByteCount += block.count
        if quietByteCount > Self.longestQuiet { return localized("A text, a comment or a tag is longer than 16 MiB.") }
        if isInRawText { return nil }
        let start = isInTag ? block.startIndex : block.firstIndex(of: UInt8(ascii: "<")) ?? block.endIndex
        separatorCount += block[start...].count { $0 <= 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
        return separatorCount > Self.mostSeparators + block.count
            ? localized("A tag or a comment is far too long for a page of photos.") : nil
    }

    /// libxml2 has reported something.
    mutating func sawContent() {
        sawRawText()
        isInRawText = false
    }

    /// libxml2 has reported something within a script or a style.
    mutating func sawRawText() { (quietByteCount, separatorCount) = (0, 0) }

    mutating func saw(start name: XMLName) {
        sawContent()
        isInRawText = name == "script" || name == "style"
    }
}
