import CLibXML2
import Foundation
import PhotoCore

/// Tells an ``XMLListing`` the elements of a document, and makes rows of what it finds.
final class XMLListingContent: XMLContentHandling {
    /// All in one value: a property of a class costs a check at each use, of which a bucket of a million objects has
    /// tens of millions. The parser calls one method at a time, so even this needs none.
    @exclusivity(unchecked) private var reading: XMLListingReading

    /// The content of the document at this address.
    init(_ listing: any XMLListing, of document: URL) {
        reading = XMLListingReading(listing, XMLBases(document: document))
    }

    var isAtEnd: Bool { reading.isAtEnd }

    func started(_ element: XMLElement, line: Int, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        try reading.started(element, line: line, into: &builder)
    }

    func ended(_ element: XMLElement, line: Int, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        try reading.ended(line: line, into: &builder)
    }

    func found(text: UnsafeRawBufferPointer, line: Int, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        reading.found(text)
    }

    func breakOff(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        try reading.breakOff(into: &builder)
    }
}

private struct XMLListingReading {
    /// An open element.
    private struct Open {
        var text: [UInt8] = []
        /// The line on which it began.
        var line = 0
    }
    private var listing: any XMLListing
    private var listed = Listed()
    private var path = ElementPath()
    private var bases: XMLBases
    /// The open elements; those after them are kept for their memory.
    private var open: [Open] = []
    /// Each name as text, by libxml2's address for it.
    private var names: [UnsafePointer<xmlChar>: String] = [:]
    /// The names of the first elements, for a document without photos.
    private var subject: [String] = []
    private(set) var isAtEnd = false

    /// As much as the longest field takes, and a description in HTML.
    private static let longestText = 1 << 20
    private static let deepest = 128
    /// More than any of these vocabularies has.
    private static let mostNames = 1000
    private static let mostSubjects = 5
    /// Longer texts give their memory back.
    private static let longestKept = 1 << 10

    init(_ listing: any XMLListing, _ bases: XMLBases) { (self.listing, self.bases) = (listing, bases) }

    mutating func started(
        _ element: XMLElement, line: Int, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        path.enter(text(of: element.name))
        let depth = path.count
        if depth <= Self.deepest {
            if open.count < depth { open.append(Open()) }
            open[depth - 1].text.removeAll(keepingCapacity: open[depth - 1].text.count <= Self.longestKept)
            open[depth - 1].line = line
        }
        if let base = bases.enter(XMLBases.stated(by: element), depth: depth) { builder.facts.base = base }
        listing.started(path, XMLAttributes(element: element), into: &listed)
        try takeRows(at: line, into: &builder)
    }

    mutating func ended(line: Int, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        let depth = path.count
        let isKnown = depth > 0 && depth <= open.count
        listing.ended(path, text: isKnown ? Self.trimmed(open[depth - 1].text) : [], into: &listed)
        path.leave()
        try takeRows(at: isKnown ? open[depth - 1].line : line, into: &builder)
        bases.leave(depth: depth)
        if path.count == 0 {
            isAtEnd = true
            try finish(line: line, into: &builder)
            if builder.count == 0, builder.facts.more.isEmpty {
                throw .noPhotosIn(format: builder.facts.formatName, keys: subject)
            }
        }
    }

    mutating func found(_ text: UnsafeRawBufferPointer) {
        let depth = path.count
        guard depth > 0, depth <= open.count else { return }
        let room = max(0, Self.longestText - open[depth - 1].text.count)
        open[depth - 1].text.append(contentsOf: UnsafeRawBufferPointer(rebasing: text.prefix(room)))
    }

    mutating func breakOff(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        if !isAtEnd { try finish(line: 0, into: &builder) }
    }

    private mutating func takeRows(at line: Int, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        guard !listed.rows.isEmpty else { return }
        // A store's own base is that of its rows.
        if bases.hasInner, listed.base == nil {
            for index in listed.rows.indices {
                listed.rows[index].location = bases.resolve(listed.rows[index].location)
                listed.rows[index].thumbnail = bases.resolve(listed.rows[index].thumbnail)
                listed.rows[index].page = bases.resolve(listed.rows[index].page)
            }
        }
        try builder.take(&listed, at: line)
    }

    private mutating func finish(line: Int, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        listing.finish(into: &listed)
        try builder.take(&listed, at: max(1, line))
    }

    private mutating func text(of name: XMLName) -> String {
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
        translatable("XML listing"), endings: ["xspf", "opml", "kml", "gpx", "catalog", "xmp"],
        recognises: { XMLListingKind($0) == nil ? .none : .certain },
        makeParser: { head in
            let url = head.hint.url
            func parser(_ listing: any XMLListing) -> XMLPushParser {
                XMLPushParser(head, handler: XMLListingContent(listing, of: url))
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
            case .sidecar: parser(PhotoSidecar(document: url) { siblings(of: url, named: $0) })
            case .folder: parser(DAVListing(document: url))
            case .server, nil: parser(ServerListing())
            }
        })
}

/// The names of the files next to a document on this computer that are called `stem` and another ending, in their
/// order. Blocks on the disk.
private func siblings(of document: URL, named stem: [UInt8]) -> [[UInt8]] {
    guard document.isFileURL else { return [] }
    let names = document.filePath.parent.entries(beginningWith: String(decoding: stem, as: UTF8.self) + ".").map {
        Array($0.bytes.suffix(from: ($0.bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1))
    }
    // “a.b.jpg” is called “a.b”.
    return names.filter { !$0.dropFirst(stem.count + 1).contains(UInt8(ascii: ".")) }
        .sorted { $0.lexicographicallyPrecedes($1) }
}
