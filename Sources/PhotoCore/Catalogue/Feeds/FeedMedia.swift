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
    /// The address of a smaller file of the same picture that suffices for a row; empty if the feed names none.
    private(set) var smaller: [UInt8] = []
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

    /// Whether it is a film according to the feed.
    var isFilm: Bool {
        if !medium.isEmpty { return medium.elementsEqual("video".utf8) }
        // Players of films have the second type, of Flash.
        return type.starts(with: "video/".utf8) || type.elementsEqual("application/x-shockwave-flash".utf8)
    }

    /// Whether it is larger than another file of the same picture: it claims more pixels, or, where neither claims any,
    /// its address asks for a greater width.
    func isLarger(than other: FeedMedia) -> Bool {
        let (count, others) = (pixelCount, other.pixelCount)
        if count > 0 || others > 0 { return count > others }
        guard let width = addressedWidth, let otherWidth = other.addressedWidth else { return false }
        return width > otherWidth
    }

    /// How many pixels it claims. A side that is missing counts as long as the other one.
    var pixelCount: Int {
        let (width, height) = (Self.side(width[...]), Self.side(height[...]))
        guard let one = width ?? height else { return 0 }
        let (count, isOverflow) = one.multipliedReportingOverflow(by: height ?? one)
        return isOverflow ? .max : count
    }

    /// Whether it is known to suffice for a row: its longer side, or else the width for which its address asks.
    private var suffices: Bool {
        let side = [Self.side(width[...]), Self.side(height[...])].compactMap { $0 }.max() ?? addressedWidth
        return side.map { $0 >= FeedFacts.sufficientSide } ?? false
    }

    /// One file per photo, of those that are pictures: the one that its group prefers, else the largest.
    static func photos(_ files: [FeedMedia]) -> [FeedMedia] {
        if files.count == 1 { return files[0].isPicture ? files : [] }
        var photos: [FeedMedia] = []
        // The smallest file of each photo that suffices for a row.
        var small: [FeedMedia?] = []
        var places: [Picture: Int] = [:]
        for file in files where file.isPicture {
            let picture = file.picture
            guard let known = places[picture] else {
                places[picture] = photos.count
                photos.append(file)
                small.append(file.suffices ? file : nil)
                continue
            }
            let best = photos[known]
            let isBetter = file.isDefault != best.isDefault ? file.isDefault : file.isLarger(than: best)
            if isBetter { photos[known] = file }
            if file.suffices, small[known].map({ $0.isLarger(than: file) }) ?? true { small[known] = file }
        }
        for (index, file) in small.enumerated() {
            if let file, photos[index].isLarger(than: file) { photos[index].smaller = file.location }
        }
        return photos
    }

    /// The width that the address asks of the server; nil if it asks for none.
    private var addressedWidth: Int? {
        let query = location.prefix { $0 != UInt8(ascii: "#") }.drop { $0 != UInt8(ascii: "?") }.dropFirst()
        for item in query.split(separator: UInt8(ascii: "&"), maxSplits: Self.mostItems).prefix(Self.mostItems) {
            let name = item.prefix { $0 != UInt8(ascii: "=") }
            guard Self.widths.contains(String(decoding: name, as: UTF8.self).lowercased()) else { continue }
            return Self.side(item.dropFirst(name.count + 1))
        }
        return nil
    }

    /// As many items of a query are read.
    private static let mostItems = 32
    private static let widths: Set<String> = ["width", "w", "imwidth", "maxwidth"]

    private static func side(_ text: ArraySlice<UInt8>) -> Int? {
        Int(String(decoding: text, as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil }
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
