/// The meaning of a key in an object that replaces a usual text: `image: {url, width, height}`, `urls: {full, small}`,
/// `author: {name}`, `price: {amount, currency}`, `title: {rendered}`.
enum PictureKey {
    /// The meaning of `key` within an object that is `outer`; nil if useless.
    static func meaning(of key: UnsafeRawBufferPointer, within outer: EntryKey) -> EntryKey? {
        guard let packed = PackedKey(key) else { return nil }
        switch outer.field {
        case .location: return inPicture(packed, outer)
        case .thumbnail, .page: return own.contains(packed) ? outer : sizes[packed].map { _ in outer }
        case .author: return names[packed].map { outer.refined($0) }
        case .license: return (names[packed] ?? (own.contains(packed) ? 15 : nil)).map { outer.refined($0) }
        case .price:
            if amounts.contains(packed) { return outer }
            return codes.contains(packed) ? EntryKey.last(.currency) : nil
        case .name, .description:
            if texts.contains(packed) { return outer }
            let isLanguage = key.count == 2 && packed != id
            return otherTexts.contains(packed) || isLanguage ? outer.lowered : nil
        case .date, .width, .height, .currency, .placeholder, .checksum: return nil
        }
    }

    private static func inPicture(_ key: PackedKey, _ outer: EntryKey) -> EntryKey? {
        if own.contains(key) { return outer }
        if let order = sizes[key] { return outer.refined(order) }
        if small.contains(key) { return EntryKey.last(.thumbnail) }
        if key == width { return EntryKey.last(.width) }
        return key == height ? EntryKey.last(.height) : nil
    }

    /// The object's own address.
    private static let own = PackedKey.set("url src href link uri source contenturl rendered m")
    /// Addresses of the same picture at several sizes, the preferred one first. The original comes first although some
    /// services' originals have hundreds of megabytes: it is the photo.
    private static let sizes = Dictionary(
        uniqueKeysWithValues: [
            // Before and after the object's own address, whose order is 8.
            ("original", 0), ("full", 1), ("raw", 2), ("large2x", 3), ("large", 4), ("o", 5), ("b", 6),
            ("regular", 9), ("medium", 10), ("c", 11),
        ].compactMap { word, order in PackedKey(word).map { ($0, UInt8(order)) } })
    private static let small = PackedKey.set("thumb thumbnail small tiny preview s t q sq")
    private static let names = Dictionary(
        uniqueKeysWithValues: ["name", "displayname", "title", "realname", "username", "login"]
            .enumerated().compactMap { order, word in PackedKey(word).map { ($0, UInt8(order)) } })
    private static let amounts = PackedKey.set("amount value price")
    private static let codes = PackedKey.set("currency currencycode code")
    private static let texts = PackedKey.set("rendered content text value plain plaintext en")
    /// Of several names the one that most people know. A key of two letters is a language (ISO 639-1).
    private static let otherTexts = PackedKey.set(
        "common userpreferred english romaji main primary official full def canonical")
    private static let id = PackedKey("id")
    private static let width = PackedKey("width")
    private static let height = PackedKey("height")
}
