/// A file that a feed's item names.
package struct FeedMedia: Sendable {
    /// Its address.
    package var location: [UInt8] = []
    /// Its media type, such as "image/jpeg"; empty if absent.
    package var type: [UInt8] = []
    /// Media RSS's `medium`, such as "image"; empty if absent.
    package var medium: [UInt8] = []
    /// Its width in pixels, as written; empty if absent.
    package var width: [UInt8] = []
    /// See `width`.
    package var height: [UInt8] = []
    /// Whether its group prefers it.
    package var isDefault = false
    /// The number of its group of equal content; nil without a group.
    package var group: Int?
    package var facts = FeedFacts()
    /// The element that names it.
    package let source: PictureSource

    /// A file without facts, named by such an element.
    package init(from source: PictureSource) { self.source = source }

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
        let (count, isOverflow) = max(0, side(width)).multipliedReportingOverflow(by: max(0, side(height)))
        return isOverflow ? .max : count
    }

    /// What files of an item that are the same picture have in common: their group, or an address without what tells
    /// a size.
    enum Picture: Hashable {
        case group(Int)
        case address([UInt8])
    }
    /// What it has in common with the item's other files of the same picture.
    var picture: Picture { group.map(Picture.group) ?? .address(PictureSameness.key(of: location)) }
}

/// A feed's facts about a file, a group of files, an item, or all items; the narrowest wins.
package struct FeedFacts: Sendable {
    var title: [UInt8] = []
    var description: [UInt8] = []
    package var author: [UInt8] = []
    var license: [UInt8] = []
    /// The address of its thumbnail.
    var thumbnail: [UInt8] = []
    /// The thumbnail's longer side in pixels, if the feed says it.
    private(set) var thumbnailSide: Int?

    package init() {}

    /// Sets a fact, unless it is empty, or there is one that this must not override.
    package mutating func note(_ value: [UInt8], as fact: FeedFact, overrides: Bool = false) {
        if !value.isEmpty, overrides || self[fact].isEmpty { self[fact] = value }
    }

    /// The least that suffices for a row.
    static let sufficientSide = 160

    /// Adds a thumbnail: of several with sizes the smallest that suffices counts.
    package mutating func add(thumbnail address: [UInt8], width: [UInt8]?, height: [UInt8]?) {
        let sides = [width, height].compactMap { $0.flatMap { Int(String(decoding: $0, as: UTF8.self)) } }
        let side = sides.max().flatMap { $0 > 0 ? $0 : nil }
        if address.isEmpty { return }
        guard !thumbnail.isEmpty else {
            (thumbnail, thumbnailSide) = (address, side)
            return
        }
        guard let old = thumbnailSide, let side else { return }
        let isBetter = old < Self.sufficientSide ? side > old : side < old && side >= Self.sufficientSide
        if isBetter { (thumbnail, thumbnailSide) = (address, side) }
    }

    /// Whether its thumbnail is known to be too small.
    var isThumbnailTooSmall: Bool { thumbnailSide.map { $0 < Self.sufficientSide } ?? false }

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
package enum FeedFact: Sendable {
    case title, description, author, license, thumbnail
}
