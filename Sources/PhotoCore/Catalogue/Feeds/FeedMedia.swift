/// A file that a feed's item names.
public struct FeedMedia: Sendable {
    /// Its address.
    public var location: [UInt8] = []
    /// Its media type, such as "image/jpeg"; empty if absent.
    public var type: [UInt8] = []
    /// Media RSS's `medium`, such as "image"; empty if absent.
    public var medium: [UInt8] = []
    /// Its width in pixels, as written; empty if absent.
    public var width: [UInt8] = []
    /// See `width`.
    public var height: [UInt8] = []
    /// Whether its group prefers it.
    public var isDefault = false
    /// The number of its group of equal content; nil without a group.
    public var group: Int?
    /// Facts about this file only.
    public var facts = FeedFacts()

    /// An empty file.
    public init() {}

    /// Whether it is a picture according to the feed, otherwise according to its name.
    var isPicture: Bool {
        guard !location.isEmpty, PageLink.isFetchable(PageLink.trimmed(location)) else { return false }
        if !medium.isEmpty { return medium.elementsEqual("image".utf8) }
        if type.starts(with: "image/".utf8) { return true }
        // Servers send this type for unknown files.
        let isUnknown = type.isEmpty || type.elementsEqual("application/octet-stream".utf8)
        return isUnknown && LocationDetection.namesPicture(location)
    }

    /// How many pixels it claims.
    var pixelCount: Int {
        func side(_ text: [UInt8]) -> Int { Int(String(decoding: text, as: UTF8.self)) ?? 0 }
        return max(0, side(width)).multipliedReportingOverflow(by: max(0, side(height))).partialValue
    }

    /// Whether the other is the same picture in another size: servers that resize take the size in the query.
    func isSamePicture(as other: FeedMedia) -> Bool {
        if let group { return group == other.group }
        let path = { (text: [UInt8]) in text.prefix { $0 != UInt8(ascii: "?") } }
        return other.group == nil && path(location) == path(other.location)
    }
}

/// A feed's facts about a file, a group of files, an item, or all items; the narrowest wins.
public struct FeedFacts: Sendable {
    var title: [UInt8] = []
    var description: [UInt8] = []
    /// Who made it.
    public var author: [UInt8] = []
    var license: [UInt8] = []
    /// The address of its thumbnail.
    var thumbnail: [UInt8] = []

    /// No facts.
    public init() {}

    /// Sets a fact, unless it is empty, or there is one that this must not override.
    public mutating func note(_ value: [UInt8], as fact: FeedFact, overrides: Bool = false) {
        if !value.isEmpty, overrides || self[fact].isEmpty { self[fact] = value }
    }

    /// One of the facts, chosen at run time.
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
