/// A file that an item of a feed names, as it names it.
public struct FeedMedia: Sendable {
    /// Its address.
    public var location: [UInt8] = []
    /// Its media type, "image/jpeg"; empty where it is not said.
    public var type: [UInt8] = []
    /// Media RSS's `medium`: "image"; empty where it is not said.
    public var medium: [UInt8] = []
    /// Its sides in pixels, as they are written; empty where they are not said.
    public var width: [UInt8] = []
    /// See `width`.
    public var height: [UInt8] = []
    /// Whether it is the one of its group to show.
    public var isDefault = false
    /// The group of files with the same content that it is in; nil where it is in none.
    public var group: Int?
    /// What is said of it alone.
    public var facts = FeedFacts()

    /// A file of which nothing is known.
    public init() {}

    /// Whether it is a picture, as far as the feed says; where it says nothing, by its name.
    var isPicture: Bool {
        guard !location.isEmpty, PageLink.isFetchable(PageLink.trimmed(location)) else { return false }
        if !medium.isEmpty { return medium.elementsEqual("image".utf8) }
        if type.starts(with: "image/".utf8) { return true }
        // What servers say of files they do not know.
        let isUnknown = type.isEmpty || type.elementsEqual("application/octet-stream".utf8)
        return isUnknown && LocationDetection.namesPicture(location)
    }

    /// How many pixels it has, by what is said.
    var pixelCount: Int {
        func side(_ text: [UInt8]) -> Int { Int(String(decoding: text, as: UTF8.self)) ?? 0 }
        return max(0, side(width)).multipliedReportingOverflow(by: max(0, side(height))).partialValue
    }

    /// Whether the other is the same picture in another size: servers that make those as they are asked for take the
    /// size in the query.
    func isSamePicture(as other: FeedMedia) -> Bool {
        if let group { return group == other.group }
        let path = { (text: [UInt8]) in text.prefix { $0 != UInt8(ascii: "?") } }
        return other.group == nil && path(location) == path(other.location)
    }
}

/// What a feed says of a file, of a group of files, of an item, or of all items; the narrowest counts.
public struct FeedFacts: Sendable {
    /// What it is called.
    var title: [UInt8] = []
    /// What is said of it.
    var description: [UInt8] = []
    /// Who made it.
    public var author: [UInt8] = []
    /// What may be done with it.
    var license: [UInt8] = []
    /// The address of a small picture of it.
    var thumbnail: [UInt8] = []

    /// Nothing.
    public init() {}

    /// Notes a fact, unless there is one already that this is not to override, or it is empty.
    public mutating func note(_ value: [UInt8], as fact: FeedFact, overrides: Bool = false) {
        if !value.isEmpty, overrides || self[fact].isEmpty { self[fact] = value }
    }

    /// One of the facts, where which one is not known beforehand.
    subscript(fact: FeedFact) -> [UInt8] {
        get {
            switch fact {
            case .title: title
            case .description: description
            case .author: author
            case .license: license
            case .thumbnail: thumbnail
            }
        }
        set {
            switch fact {
            case .title: title = newValue
            case .description: description = newValue
            case .author: author = newValue
            case .license: license = newValue
            case .thumbnail: thumbnail = newValue
            }
        }
    }
}

/// The kinds of ``FeedFacts``.
public enum FeedFact: Sendable {
    case title, description, author, license, thumbnail
}
