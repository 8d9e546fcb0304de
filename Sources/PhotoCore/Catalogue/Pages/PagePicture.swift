/// A photo that a page shows or links to.
public struct PagePicture: Sendable, Equatable {
    /// Its address, as the page has it.
    public var location: [UInt8] = []
    /// The address of a thumbnail; may be empty.
    public var thumbnail: [UInt8] = []
    /// Its name; empty if only the file name says one.
    public var name: [UInt8] = []
    /// Its description; may be empty.
    public var description: [UInt8] = []
    /// The address of a page about it; may be empty.
    public var page: [UInt8] = []
    /// The first line of its element.
    public var line = 0
}

extension PagePicture {
    /// The photo of an `<img>`: the largest of its sources, and a smaller one as thumbnail. Nil if it is no photo: an
    /// icon, a tracker, or embedded data (`data:`).
    ///
    /// `fallback` is the `srcset` of the enclosing `<picture>`. Pages that load pictures lazily have their addresses in
    /// `data-src` and the like, and something else in `src`.
    init?(image: some MarkupAttributes, fallback: [UInt8]?, line: Int) {
        guard !Self.isTiny(image.value(of: "width")), !Self.isTiny(image.value(of: "height")) else { return nil }
        let source = Self.first(of: ["data-src", "data-original", "data-lazy-src", "data-lazy", "src"], in: image)
        let set = SourceSet(
            image.value(of: "data-srcset") ?? image.value(of: "data-lazy-srcset") ?? image.value(of: "srcset") ?? [])
        let inner = fallback.map { SourceSet($0) }
        guard let location = set.largest ?? source ?? inner?.largest else { return nil }
        let alternative = PageText.collapsed(image.value(of: "alt") ?? [])
        if Self.isServerIcon(location, alternative) { return nil }
        let title = PageText.collapsed(image.value(of: "title") ?? [])
        self.init(location: location, line: line)
        // The other sources of a `<picture>` have other formats, not smaller sizes.
        let small = [set.small, source ?? inner?.small].compactMap { $0 }.first { $0 != location }
        thumbnail = small ?? []
        name = alternative.isEmpty ? title : alternative
        description = title == name ? [] : title
    }

    /// The first of these attributes with a fetchable address.
    private static func first(of names: [StaticString], in image: some MarkupAttributes) -> [UInt8]? {
        for name in names {
            if let value = image.value(of: name).map(PageLink.trimmed), PageLink.isFetchable(value) { return value }
        }
        return nil
    }

    /// Whether a side is as small as an icon next to text.
    private static func isTiny(_ side: [UInt8]?) -> Bool {
        guard let side = side?.drop(while: EntryScratch.isSpace) else { return false }
        let digits = side.prefix { (0x30...0x39).contains($0) }
        if digits.isEmpty || side.dropFirst(digits.count).contains(UInt8(ascii: "%")) { return false }
        let value = Int(String(decoding: digits, as: UTF8.self)) ?? .max
        return value <= 16
    }

    /// Apache's directory listings have an icon for each name: `<img src="/icons/image2.gif" alt="[IMG]">`.
    private static func isServerIcon(_ location: [UInt8], _ alternative: [UInt8]) -> Bool {
        alternative.first == UInt8(ascii: "[") && alternative.last == UInt8(ascii: "]")
            && String(decoding: location, as: UTF8.self).contains("/icons/")
    }
}

/// The attributes of an element of a page, or of marked-up text in a feed.
public protocol MarkupAttributes {
    /// The value of the attribute with that lower-case name, as UTF-8 with references resolved; nil if absent.
    func value(of name: StaticString) -> [UInt8]?
}
