/// A sitemap with pictures, or an index of sitemaps: https://www.sitemaps.org/protocol.html and
/// https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps
package struct Sitemap: XMLListing {
    private var page: [UInt8] = []
    /// The pictures of the page being read: its address may follow them.
    private var pictures: [ListingRow] = []
    /// The hashes of the addresses listed: several pages may show the very same picture. They are seeded by the
    /// process, so no document can make two of them equal.
    private var seen: Set<Int> = []

    /// Ten times as many as a page may have.
    private static let mostHeld = 10_000
    /// Twenty times as many as a sitemap may have pages: 16 bytes each, and the set's room. Those after that are listed
    /// as often as they are named.
    private static let mostSeen = 1_000_000

    package init() {}

    package mutating func ended(_ path: ElementPath, text: [UInt8], into listed: inout Listed) {
        switch (path.parent, path.name) {
        case ("sitemap", "loc"):
            if !text.isEmpty { listed.parts.append(.address(String(decoding: text, as: UTF8.self))) }
        case ("url", "loc"): page = text
        case ("image", "loc"): set(\.location, text)
        case ("image", "title"): set(\.name, PageText.collapsed(text))
        case ("image", "caption"): set(\.description, PageText.collapsed(text))
        case ("image", "license"): set(\.license, text)
        case ("url", "image"): isInPicture = false
        case ("urlset", "url"): end(into: &listed)
        default: break
        }
        if pictures.count >= Self.mostHeld { end(into: &listed) }
    }

    package mutating func finish(into listed: inout Listed) { if !pictures.isEmpty { end(into: &listed) } }

    private var isInPicture = false

    private mutating func set(_ field: WritableKeyPath<ListingRow, [UInt8]>, _ text: [UInt8]) {
        if !isInPicture { pictures.append(ListingRow()) }
        isInPicture = true
        pictures[pictures.count - 1][keyPath: field] = text
    }

    private mutating func end(into listed: inout Listed) {
        if pictures.isEmpty, LocationDetection.namesPicture(page) { pictures = [ListingRow(page)] }
        for var picture in pictures where !picture.location.isEmpty && isNew(picture.location) {
            if picture.location != page { picture.page = page }
            if picture.name.isEmpty { (picture.name, picture.description) = (picture.description, []) }
            listed.rows.append(picture)
        }
        (page, pictures, isInPicture) = ([], [], false)
    }

    private mutating func isNew(_ location: [UInt8]) -> Bool {
        let hash = location.hashValue
        return seen.count < Self.mostSeen ? seen.insert(hash).inserted : !seen.contains(hash)
    }
}
