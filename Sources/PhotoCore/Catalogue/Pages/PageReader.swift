/// Finds the photos among a page's elements: those it shows (`<img>`), and those it links to.
///
/// - A link to a picture around a picture (`<a href="large.jpg"><img src="small.jpg"></a>`) is one photo with a
///   thumbnail.
/// - A picture within another link is a photo, and the link leads to a page about it.
/// - A web server's directory listing has links whose text is the file name.
///
/// Parsers pass the elements in order. Belongs to one worker.
package struct PageReader {
    /// The photos found since the last call that took them, in order. May contain duplicates.
    package var pictures: [PagePicture] = []
    /// The first `<base href>`.
    package private(set) var base: [UInt8]?
    /// The page's title; empty until it has ended.
    package private(set) var title: [UInt8] = []
    package private(set) var hasPasswordField = false
    /// The address of the next page, as far as known.
    package var next: [UInt8]? { nextLink.address }

    private struct Link {
        var location: [UInt8]
        var title: [UInt8]
        var line: Int
        var isPicture: Bool
        /// Whether it contains a picture, which represents it.
        var isTaken = false
    }
    private var link: Link?
    /// The text of the link or the title.
    private var text: [UInt8] = []
    private var isInTitle = false
    private var nextLink = NextLink()
    /// The `srcset` of the first `<source>` in a `<picture>`.
    private var sources: [UInt8]?

    /// More than the stored part of any name.
    private static let longestText = Catalogue.maximumNameByteCount

    package init() {}

    /// An element begins. `name` is in lower case.
    package mutating func start(_ name: PageElement, _ attributes: some MarkupAttributes, line: Int) {
        switch name {
        case .link:
            startLink(attributes, line: line)
            nextLink.start(attributes)
        case .relation: nextLink.relation(attributes)
        case .area:
            startLink(attributes, line: line)
            endLink()
        case .image: addImage(attributes, line: line)
        case .picture: sources = nil
        case .source: sources = sources ?? attributes.value(of: "srcset") ?? attributes.value(of: "data-srcset")
        case .base: base = base ?? attributes.value(of: "href").map(PageLink.trimmed).flatMap { $0.isEmpty ? nil : $0 }
        case .title:
            isInTitle = title.isEmpty
            if isInTitle { text.removeAll(keepingCapacity: true) }
        case .input:
            let type = attributes.value(of: "type").map { String(decoding: $0, as: UTF8.self).lowercased() }
            hasPasswordField = hasPasswordField || type == "password"
        case .other: break
        }
    }

    package mutating func end(_ name: PageElement) {
        switch name {
        case .link:
            endLink()
            nextLink.end()
        case .picture: sources = nil
        case .title where isInTitle:
            isInTitle = false
            title = PageText.collapsed(text)
        default: break
        }
    }

    package mutating func add(text bytes: UnsafeRawBufferPointer) {
        nextLink.add(text: bytes)
        guard isInTitle || link?.isPicture == true else { return }
        text.append(contentsOf: bytes.prefix(max(0, Self.longestText - text.count)))
    }

    // MARK: What they mean

    private mutating func startLink(_ attributes: some MarkupAttributes, line: Int) {
        // Links do not nest: a new one ends the previous one.
        endLink()
        guard let location = attributes.value(of: "href").map(PageLink.trimmed), !location.isEmpty else { return }
        let title = PageText.collapsed(attributes.value(of: "title") ?? [])
        link = Link(location: location, title: title, line: line, isPicture: PageLink.isPicture(location))
        if !isInTitle { text.removeAll(keepingCapacity: true) }
    }

    private mutating func endLink() {
        guard let link else { return }
        self.link = nil
        guard link.isPicture, !link.isTaken else { return }
        var picture = PagePicture(location: link.location, line: link.line)
        picture.name = PageText.name(text, of: link.location)
        picture.description = link.title
        pictures.append(picture)
    }

    private mutating func addImage(_ attributes: some MarkupAttributes, line: Int) {
        guard var picture = PagePicture(image: attributes, fallback: sources, line: line) else { return }
        guard let link else { return pictures.append(picture) }
        if link.isPicture, !PageLink.isWikiPage(link.location) {
            // The rest of the link shows the same photo.
            if link.isTaken { return }
            picture.thumbnail = picture.thumbnail.isEmpty ? picture.location : picture.thumbnail
            picture.location = link.location
            if picture.thumbnail == picture.location { picture.thumbnail = [] }
        } else if PageLink.isFetchable(link.location) {
            picture.page = link.location
        }
        if picture.name.isEmpty { picture.name = link.title }
        self.link?.isTaken = true
        pictures.append(picture)
    }
}

/// The elements of a page that matter here.
package enum PageElement: Sendable {
    /// `<a>`.
    case link
    /// `<link>`.
    case relation
    case area, image, picture, source, base, title, input
    case other
}

/// The addresses that a page has already named, so that each becomes one row. Takes eight bytes per address. Of ten
/// million, two collide once in a hundred thousand pages; nobody can provoke it, because hashes have random seeds.
package struct SeenLocations {
    private var hashes: Set<Int> = []

    package init() {}

    /// Inserts an address. Returns whether it is new.
    package mutating func insert(_ location: [UInt8]) -> Bool {
        var hasher = Hasher()
        location.withUnsafeBytes { hasher.combine(bytes: $0) }
        return hashes.insert(hasher.finalize()).inserted
    }
}
