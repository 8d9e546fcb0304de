/// A vocabulary of XML that lists files, by a document's outermost element.
package enum XMLListingKind: Sendable {
    case objects, blobs, server, sitemap, outlines, playlist, map, track, viewer, sidecar, folder

    /// Nil for other documents. A name that many vocabularies have counts only with what follows it.
    package init?(_ head: CatalogueHead) {
        guard head.text.first == UInt8(ascii: "<"), let root = head.rootElementName else { return nil }
        switch root.split(separator: ":").last ?? "" {
        case "ListBucketResult": self = .objects
        case "EnumerationResults": self = .blobs
        case "urlset", "sitemapindex": self = .sitemap
        case "multistatus": self = .folder
        case "opml": self = .outlines
        case "kml": self = .map
        case "gpx": self = .track
        case "playlist" where Self.has("xspf.org/ns", head) || Self.has("<trackList", head): self = .playlist
        case "list" where Self.has("<file ", head) || Self.has("<directory ", head): self = .server
        case "catalog" where Self.has("<files>", head) && Self.has("uri=", head): self = .viewer
        case "xmpmeta", "xapmeta": self = .sidecar
        case "RDF" where head.hint.pathExtension == "xmp": self = .sidecar
        default: return nil
        }
    }

    private static func has(_ part: String, _ head: CatalogueHead) -> Bool {
        let text = head.text
        return text.indices.contains { text[$0] == part.utf8.first && text[$0...].starts(with: part.utf8) }
    }
}
