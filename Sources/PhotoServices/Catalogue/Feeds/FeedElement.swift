import CLibXML2
import PhotoCore

/// The meaning of a feed's element, by name and namespace.
enum FeedElement {
    case root, channel, item
    case title, description, content, link, permalink, enclosure
    /// One or more persons in one text.
    case author
    /// A part of an Atom author.
    case personName
    /// A person, in Dublin Core or Media RSS.
    case creator
    case rights
    /// The address of a licence.
    case license
    /// A date; the lowest rank wins.
    case date(rank: Int)
    case mediaGroup, mediaContent, mediaThumbnail, mediaTitle, mediaDescription, mediaCredit, mediaCopyright
    case mediaLicense
    /// The picture of a podcast's episode.
    case artwork
    /// FOAF: what an item shows, and a picture in it (http://xmlns.com/foaf/spec/#term_Image).
    case depiction, depicted
    case other
}

/// The elements of one feed: each name is looked up once, by libxml2's address.
struct FeedVocabulary {
    private struct Key: Hashable {
        let name: UnsafePointer<xmlChar>
        let namespace: UnsafePointer<xmlChar>?
        let prefix: UnsafePointer<xmlChar>?
    }
    private var known: [Key: FeedElement] = [:]
    /// The namespace of the outermost element, which contains the feed's own elements.
    private var own: XMLName?

    /// The maximum number of stored names, more than any feed has.
    private static let maximumCount = 1000

    mutating func element(_ element: XMLElement) -> FeedElement {
        let key = Key(name: element.name.bytes, namespace: element.namespace?.bytes, prefix: element.prefix?.bytes)
        if let found = known[key] { return found }
        if known.isEmpty { own = element.namespace }
        let found = lookUp(element)
        if known.count < Self.maximumCount { known[key] = found }
        return found
    }

    private func lookUp(_ element: XMLElement) -> FeedElement {
        let (name, namespace) = (element.name, element.namespace)
        if namespace == nil, let prefix = element.prefix { return Self.undeclared(prefix, name) }
        guard let namespace, namespace.bytes != own?.bytes else { return Self.feed(name) }
        switch namespace {
        case "http://purl.org/rss/1.0/", "http://my.netscape.com/rdf/simple/0.9/", "http://www.w3.org/2005/Atom",
            "http://purl.org/atom/ns#", "http://backend.userland.com/rss2",
            "http://www.w3.org/1999/02/22-rdf-syntax-ns#":
            return Self.feed(name)
        // The last slash is often missing.
        case "http://search.yahoo.com/mrss/", "http://search.yahoo.com/mrss", "http://www.rssboard.org/media-rss":
            return Self.media(name)
        case "http://purl.org/dc/elements/1.1/", "http://purl.org/dc/terms/": return Self.dublinCore(name)
        case "http://purl.org/rss/1.0/modules/content/": return name == "encoded" ? .content : .other
        case "http://purl.oclc.org/net/rss_2.0/enc#": return name == "enclosure" ? .enclosure : .other
        case "http://backend.userland.com/creativeCommonsRssModule",
            "http://cyber.law.harvard.edu/rss/creativeCommonsRssModule.html",
            "http://web.resource.org/cc/", "http://creativecommons.org/ns#":
            return name == "license" ? .license : .other
        case "http://www.itunes.com/dtds/podcast-1.0.dtd", "http://www.google.com/schemas/play-podcasts/1.0":
            return name == "image" ? .artwork : .other
        case "http://xmlns.com/foaf/0.1/": return Self.foaf(name)
        // Flickr.
        case "urn:flickr:user", "urn:flickr:": return name == "date_taken" ? .date(rank: 0) : .other
        default: return .other
        }
    }

    /// A prefix that the feed forgets to declare means what it usually means.
    private static func undeclared(_ prefix: XMLName, _ name: XMLName) -> FeedElement {
        switch prefix {
        case "media": media(name)
        case "dc", "dcterms": dublinCore(name)
        case "content": name == "encoded" ? .content : .other
        case "atom", "rss", "rdf": feed(name)
        case "itunes", "googleplay": name == "image" ? .artwork : .other
        case "enc": name == "enclosure" ? .enclosure : .other
        case "foaf": foaf(name)
        default: .other
        }
    }

    private static func foaf(_ name: XMLName) -> FeedElement {
        switch name {
        case "topic", "depiction", "primaryTopic": .depiction
        case "Image": .depicted
        case "thumbnail": .mediaThumbnail
        default: .other
        }
    }

    /// RSS and Atom share no name with different meanings.
    private static func feed(_ name: XMLName) -> FeedElement {
        switch name {
        case "rss", "RDF", "feed": .root
        case "channel": .channel
        case "item", "entry": .item
        case "title": .title
        case "description", "summary": .description
        case "content": .content
        case "link": .link
        case "guid", "id": .permalink
        case "enclosure": .enclosure
        case "author": .author
        case "name": .personName
        case "rights", "copyright": .rights
        case "pubDate", "published", "issued": .date(rank: 1)
        case "updated", "modified": .date(rank: 3)
        default: .other
        }
    }

    private static func media(_ name: XMLName) -> FeedElement {
        switch name {
        case "group": .mediaGroup
        case "content": .mediaContent
        case "thumbnail": .mediaThumbnail
        case "title": .mediaTitle
        case "description": .mediaDescription
        case "credit": .mediaCredit
        case "copyright": .mediaCopyright
        case "license": .mediaLicense
        default: .other
        }
    }

    private static func dublinCore(_ name: XMLName) -> FeedElement {
        switch name {
        case "creator": .creator
        case "rights": .rights
        case "license": .license
        // Flickr's own.
        case "date.Taken": .date(rank: 0)
        case "created", "date", "issued": .date(rank: 2)
        case "modified": .date(rank: 3)
        default: .other
        }
    }
}
