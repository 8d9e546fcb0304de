import PhotoCore

/// Recognises web pages by their first element.
enum PageDetection {
    static func confidence(of head: CatalogueHead) -> CatalogueFormat.Confidence {
        guard head.text.first == UInt8(ascii: "<") else { return isNamed(head) && hasTag(head) ? .possible : .none }
        guard let name = head.rootElementName?.lowercased() else { return isNamed(head) ? .likely : .none }
        if name == "html" { return .certain }
        // A document that declares XML is XML.
        if head.text.starts(with: "<?xml".utf8) { return .none }
        return elements.contains(name) ? .likely : isNamed(head) ? .likely : .none
    }

    /// Whether it starts like a page, whatever its name.
    static func isPage(_ head: CatalogueHead) -> Bool {
        guard head.text.first == UInt8(ascii: "<"), let name = head.rootElementName?.lowercased() else { return false }
        return name == "html" || elements.contains(name) && !head.text.starts(with: "<?xml".utf8)
    }

    private static func isNamed(_ head: CatalogueHead) -> Bool {
        ["text/html", "application/xhtml+xml"].contains(head.hint.mediaType)
            || CatalogueFormat.webPage.isNamed(by: head.hint)
    }

    private static func hasTag(_ head: CatalogueHead) -> Bool { head.text.contains(UInt8(ascii: "<")) }

    /// Elements that may start a page with omitted tags, or a part of a page.
    private static let elements: Set<String> = [
        "head", "body", "title", "meta", "link", "base", "script", "style", "noscript", "main", "section", "article",
        "nav", "header", "footer", "div", "p", "span", "a", "img", "picture", "figure", "table", "ul", "ol", "dl",
        "pre",
        "h1", "h2", "h3", "h4", "center", "font", "form", "hr", "br", "b", "i", "frameset",
    ]
}
