/// The meaning of an entry's key or a column's heading: catalogues have many words for the same field.
///
/// Case, spaces, hyphens and underscores do not matter: `thumbnail_url`, `thumbnailUrl` and "Thumbnail URL" are equal.
package struct EntryKey: Sendable, Equatable {
    package let field: CatalogueField
    /// Of two keys for the same field, the lower rank wins.
    let rank: UInt8
    /// Whether it is the address of a page if another key has the photo's address: `url` next to `image`.
    let isPageOtherwise: Bool

    /// The meaning of the key; nil if unknown.
    package init?(_ utf8: UnsafeRawBufferPointer) {
        guard let packed = PackedKey(utf8) else { return nil }
        self.init(packed)
    }

    init?(_ packed: PackedKey) {
        guard let key = Self.table[packed] else { return nil }
        self = key
    }

    /// Whether its text says what a photo shows, as a caption does, and may name it. A description describes it.
    var isCaption: Bool { field == .description && Self.captions.contains(rank / Self.step) }

    /// The ranks of `caption` and of alternative texts.
    private static let captions: ClosedRange<UInt8> = 1...2

    /// The key of that field with the lowest priority.
    package static func last(_ field: CatalogueField) -> EntryKey {
        EntryKey(field: field, rank: .max - 1, isPageOtherwise: false)
    }

    init(field: CatalogueField, rank: UInt8, isPageOtherwise: Bool = false) {
        (self.field, self.rank, self.isPageOtherwise) = (field, rank, isPageOtherwise)
    }

    /// The same field; a lower number wins.
    func refined(_ order: UInt8) -> EntryKey {
        EntryKey(field: field, rank: rank / Self.step * Self.step + min(order, Self.step - 1))
    }

    /// The same field, behind other keys of the same rank.
    var lowered: EntryKey {
        EntryKey(field: field, rank: UInt8(clamping: (Int(rank / Self.step) + 1) * Int(Self.step)))
    }

    /// The same field, used only if no other key is there.
    var demoted: EntryKey {
        EntryKey(field: field, rank: max(rank, .max - 64 + rank / Self.step), isPageOtherwise: isPageOtherwise)
    }

    /// The distance between ranks of the table, for finer ranks within one (``PictureKey``).
    private static let step: UInt8 = 16

    private static let table: [PackedKey: EntryKey] = {
        var table: [PackedKey: EntryKey] = [:]
        for (field, ranks) in words {
            for (rank, words) in ranks.enumerated() {
                for word in words.split(separator: " ") {
                    let isPage = field == .location && pageOtherwise.contains(String(word))
                    let key = EntryKey(field: field, rank: UInt8(rank) * step + step / 2, isPageOtherwise: isPage)
                    if let packed = PackedKey(word) { table[packed] = key }
                }
            }
        }
        return table
    }()

    private static let pageOtherwise: Set<String> = ["url", "uri", "href", "link"]

    /// Each field's words, in order of priority: from common shapes, JSON Feed, schema.org's ImageObject and the
    /// replies of Flickr, Unsplash, Pexels, Picsum, WordPress, Mastodon and NASA's APOD.
    private static let words: [(field: CatalogueField, ranks: [String])] = [
        (.name, ["name title", "label headline heading"]),
        (
            .location,
            [
                "imageurl photourl pictureurl imgurl downloadurl originalurl sourceurl contenturl mediaurl fullurl "
                    + "largeimageurl",
                "image photo picture img src urls", "bannerimage images media", "url uri", "href", "link",
                "file filename filepath path location", "hdurl",
            ]
        ),
        (
            .description,
            [
                "description", "caption summary", "alt alttext altdescription imagealt explanation contenttext",
                "details notes comment text",
            ]
        ),
        (
            .thumbnail,
            [
                "thumbnail thumb thumbnailurl thumburl thumbnailsrc thumbnails",
                "preview previewurl previewimage smallimage smallurl",
            ]
        ),
        (.author, ["author authors artist photographer creator", "by byline credit credits", "user owner account"]),
        (.license, ["license licence licenseurl licenceurl usageterms", "rights copyright"]),
        (
            .date,
            [
                "date created datepublished datetaken datecreated datecreation taken takenat createdat",
                "published publishedat pubdate uploaddate dateuploaded datetime", "updated updatedat datemodified",
            ]
        ),
        (.width, ["width imagewidth pixelwidth"]), (.height, ["height imageheight pixelheight"]),
        (.price, ["price cost", "amount"]), (.currency, ["currency pricecurrency currencycode"]),
        (.page, ["page pageurl webpage permalink homepage"]), (.placeholder, ["thumbhash"]), (.checksum, ["checksum"]),
    ]
}

/// A key without case, spaces, hyphens and underscores, small enough for fast comparison.
struct PackedKey: Hashable {
    /// The longest key in any table.
    static let maximumByteCount = 16

    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// Nil for longer keys and for non-ASCII text.
    init?(_ utf8: some Sequence<UInt8>) {
        var count = 0
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "_"): continue
            case 0x80...: return nil
            default: break
            }
            guard count < Self.maximumByteCount else { return nil }
            let lower = UInt64((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
            if count < 8 { low |= lower << UInt64(8 * count) } else { high |= lower << UInt64(8 * (count - 8)) }
            count += 1
        }
    }

    init?(_ text: some StringProtocol) { self.init(text.utf8) }

    /// The keys in a text, separated by spaces.
    static func set(_ words: String) -> Set<PackedKey> { Set(words.split(separator: " ").compactMap { PackedKey($0) }) }

    func hash(into hasher: inout Hasher) { hasher.combine(low ^ (high &* 0x9E37_79B9_7F4A_7C15)) }
}
