/// Keys by which a JSON Feed is distinguished from a plain list of entries.
enum FeedKey {
    static let attachments = PackedKey("attachments")
    static let version = PackedKey("version")
    /// Keys that items have and photos have not (jsonfeed.org, version 1.1).
    static let onlyOfItems = Set(
        ["attachments", "contenthtml", "contenttext", "bannerimage", "externalurl"].compactMap { PackedKey($0) })
}
