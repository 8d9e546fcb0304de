/// Where a page or a feed names a picture.
package enum PictureSource: Sendable, Equatable {
    /// On a page, or in the text of a feed's item.
    case image, background, drawing, link
    /// The background of an element, by a style sheet in the page.
    case styleSheet
    /// `og:image`, and what else of a page's head presents it.
    case presented
    /// The data of a script, `application/ld+json`, and the `data-` attributes of an element.
    case script, structuredData, elementData
    /// Media RSS, FOAF, RSS and Atom.
    case mediaContent, depiction, enclosure, thumbnail, artwork
    /// JSON Feed.
    case itemImage, attachment

    /// In a few words of English, for a trace.
    var words: String {
        switch self {
        case .image: "an image that is shown"
        case .background: "the background of an element"
        case .styleSheet: "the background of an element, by the page’s style sheet"
        case .drawing: "an image in a drawing (SVG)"
        case .link: "a link to the file"
        case .presented: "the picture by which the page presents itself"
        case .script: "the data of a script"
        case .structuredData: "structured data (JSON-LD)"
        case .elementData: "the data of an element"
        case .mediaContent: "the item’s media:content"
        case .depiction: "the item’s foaf:Image"
        case .enclosure: "the item’s enclosure"
        case .thumbnail: "the item’s thumbnail"
        case .artwork: "the item’s artwork"
        case .itemImage: "the item’s image"
        case .attachment: "the item’s attachment"
        }
    }
}

/// Why a picture of a page or a feed is no photo of its own.
package enum PictureRefusal: Error, Sendable, Equatable {
    /// A counting pixel, or a sign in a text.
    case tiny
    /// A sign in a server's listing.
    case serverIcon
    /// Nothing that can be fetched.
    case noAddress
    case ornament(OrnamentEvidence)
    /// The page shows it that often, and small.
    case shownOften(Int)
    /// A style sheet gives it to that many elements.
    case sharedBackground(Int)
    /// A style sheet gives no other element such a background.
    case singleBackground
    /// It stands for a film, or for a folder.
    case film, folder
    /// As many pictures are in one link to a page.
    case samples(Int)
    /// Several of the feed's items have it.
    case inManyItems
    /// A file that is no picture; the type that the feed gives.
    case noPicture(type: String)
    /// The item has a better one.
    case outranked(PictureSource)
    /// It is a row already, maybe in another size.
    case known
}

extension PictureRefusal {
    /// In a few words of English, for a trace; a line each.
    var explanation: [String] {
        switch self {
        case .tiny: ["too small for a photo"]
        case .serverIcon: ["a sign in a server’s listing"]
        case .noAddress: ["nothing that can be fetched as a photo"]
        case .ornament(let evidence):
            ["an ornament: \(evidence.points) points, and \(PageOrnament.enough) suffice"]
                + evidence.explanation.map { "  \($0)" }
        case .shownOften(let count): ["an ornament: the page shows it \(count) times, and small"]
        case .sharedBackground(let count): ["an ornament: the style sheet gives it to \(count) elements"]
        case .singleBackground: ["an ornament: the style sheet gives no other element a background in the same way"]
        case .film: ["it stands for a film"]
        case .folder: ["it stands for a folder"]
        case .samples(let count): ["one of \(count) samples in a link to a page"]
        case .inManyItems: ["an ornament: several items have it"]
        case .noPicture(let type): [type.isEmpty ? "no picture by its name" : "no picture: \(type)"]
        case .outranked(let source): ["the item has a better one: \(source.words)"]
        case .known: ["the same picture as before"]
        }
    }
}
