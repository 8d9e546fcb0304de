/// The elements of a page that matter here.
package enum PageElement: Sendable {
    case link, area, image, picture, source, base, title, input
    /// `<link>`.
    case relation
    case meta, script, style, figure, caption
    /// An SVG picture within a page (`<svg><image href>`).
    case drawnImage
    case drawing
    case header, footer, navigation, aside, button, advertisement
    /// Text of its own: its header and footer are parts of it.
    case article
    /// The outermost elements, whose classes say nothing of a place.
    case whole
    case other

    /// The element with that lower-case name.
    package init(_ name: String) { self = Self.table[name] ?? .other }

    private static let table: [String: PageElement] = [
        "a": .link, "area": .area, "img": .image, "amp-img": .image, "amp-anim": .image, "picture": .picture,
        "source": .source, "base": .base, "title": .title, "input": .input, "meta": .meta, "link": .relation,
        "script": .script, "style": .style, "figure": .figure, "figcaption": .caption,
        "image": .drawnImage, "svg": .drawing,
        "header": .header, "footer": .footer, "nav": .navigation, "aside": .aside, "button": .button,
        "amp-ad": .advertisement, "amp-embed": .advertisement, "amp-pixel": .advertisement, "ins": .other,
        "article": .article, "main": .article, "section": .article, "html": .whole, "body": .whole,
    ]
}
