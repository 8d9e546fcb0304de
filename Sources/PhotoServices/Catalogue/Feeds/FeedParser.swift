import PhotoCore

/// Parses streamed RSS and Atom: libxml2 parses the syntax, ``FeedItem`` finds the photos.
struct FeedParser: CatalogueParsing {
    private let parser: XMLPushParser

    init(_ head: CatalogueHead) {
        parser = XMLPushParser(head, handler: FeedContent(document: head.hint.url))
    }

    mutating func parse(
        _ bytes: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        try parser.parse(bytes, into: &builder)
    }

    mutating func finish(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        try parser.finish(into: &builder)
    }
}

extension CatalogueFormat {
    /// RSS 2.0 and 0.9x, RSS 1.0 (RDF) and Atom, with Media RSS: the pictures of their items.
    public static let feed = CatalogueFormat(
        "feed (RSS, Atom)", endings: ["rss", "atom", "rdf", "xml"],
        recognises: { head in
            guard head.text.first == UInt8(ascii: "<"), let name = head.rootElementName else { return .none }
            let local = name.split(separator: ":").last.map { $0.lowercased() }
            return ["rss", "feed", "rdf"].contains(local) ? .certain : .none
        },
        makeParser: { FeedParser($0) })
}
