import CLibXML2
import Foundation
import PhotoCore

/// Tells an ``XMLListing`` the elements of a document, and makes rows of what it finds.
final class XMLListingContent<Listing: XMLListing>: XMLContentHandling {
    private var listing: Listing
    private var listed = Listed()
    private var path = ElementPath()
    /// The text of each open element.
    private var texts: [[UInt8]] = []
    /// The line on which each open element began.
    private var lines: [Int] = []
    /// Each name as text, by libxml2's address for it.
    private var names: [UnsafePointer<xmlChar>: String] = [:]
    /// The names of the first elements, for a document without photos.
    private var subject: [String] = []

    /// As much as the longest field takes, and a description in HTML.
    private static var longestText: Int { 1 << 20 }
    private static var deepest: Int { 128 }
    /// More than any of these vocabularies has.
    private static var mostNames: Int { 1000 }
    private static var mostSubjects: Int { 5 }

    init(_ listing: Listing) { self.listing = listing }

    private(set) var isAtEnd = false

    func started(_ element: XMLElement, line: Int, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        path.enter(text(of: element.name))
        if texts.count < Self.deepest {
            texts.append([])
            lines.append(line)
        }
        if path.count == 1, let base = element.value(of: "base", in: "http://www.w3.org/XML/1998/namespace") {
            builder.facts.base = String(decoding: base, as: UTF8.self)
        }
        listing.started(path, XMLAttributes(element: element), into: &listed)
        try takeRows(at: line, into: &builder)
    }

    func ended(_ element: XMLElement, line: Int, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        let (text, start) = texts.count == path.count ? (texts.removeLast(), lines.removeLast()) : ([], line)
        listing.ended(path, text: Self.trimmed(text), into: &listed)
        path.leave()
        try takeRows(at: start, into: &builder)
        if path.count == 0 {
            isAtEnd = true
            try finish(line: line, into: &builder)
            if builder.count == 0, builder.facts.more.isEmpty {
                throw .noPhotosIn(format: builder.facts.formatName, keys: subject)
            }
        }
    }

    func found(text: UnsafeRawBufferPointer, line: Int, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        guard texts.count == path.count, !texts.isEmpty else { return }
        let room = Self.longestText - texts[texts.count - 1].count
        texts[texts.count - 1].append(contentsOf: text.prefix(max(0, room)))
    }

    func breakOff(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        if !isAtEnd { try finish(line: 0, into: &builder) }
    }

    private func takeRows(at line: Int, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        guard !listed.rows.isEmpty else { return }
        try builder.take(&listed, at: line)
    }

    private func finish(line: Int, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        listing.finish(into: &listed)
        try builder.take(&listed, at: max(1, line))
    }

    private func text(of name: XMLName) -> String {
        if let known = names[name.bytes] { return known }
        let text = name.text(prefix: 100)
        if names.count < Self.mostNames { names[name.bytes] = text }
        if subject.count < Self.mostSubjects, !subject.contains(text) { subject.append(text) }
        return text
    }

    private static func trimmed(_ text: [UInt8]) -> [UInt8] {
        let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        guard let first = text.first, let last = text.last, isSpace(first) || isSpace(last) else { return text }
        let start = text.drop(while: isSpace)
        return Array(start.prefix((start.lastIndex { !isSpace($0) } ?? start.startIndex - 1) + 1 - start.startIndex))
    }
}

/// An element's attributes, whatever their namespace.
private struct XMLAttributes: MarkupAttributes {
    let element: XMLElement
    func value(of name: StaticString) -> [UInt8]? { element.value(ofAny: name) }
    var dataValues: [DataValue] { [] }
}

extension CatalogueFormat {
    /// XML that lists files, folders or documents: stores, servers, sitemaps, playlists, maps, feed readers.
    public static let xmlListing = CatalogueFormat(
        "XML listing", endings: ["xspf", "opml", "kml", "gpx", "catalog", "xmp"],
        recognises: { XMLListingKind($0) == nil ? .none : .certain },
        makeParser: { head in
            let url = head.hint.url
            func parser(_ listing: some XMLListing) -> XMLPushParser {
                XMLPushParser(head, handler: XMLListingContent(listing))
            }
            return switch XMLListingKind(head) {
            case .objects: parser(StoredObjects(document: url))
            case .blobs: parser(StoredBlobs(document: url))
            case .sitemap: parser(Sitemap())
            case .outlines: parser(Outlines())
            case .playlist: parser(SlidePlaylist())
            case .map:
                parser(
                    Placemarks {
                        let read = FeedText($0, .unknown)
                        return (read.plain, read.pictures)
                    })
            case .track: parser(TrackLinks())
            case .viewer: parser(ViewerCatalogue())
            case .sidecar: parser(PhotoSidecar(document: url))
            case .folder: parser(DAVListing(document: url))
            case .server, nil: parser(ServerListing())
            }
        })
}
