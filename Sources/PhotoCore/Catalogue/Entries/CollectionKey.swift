/// The keys of objects that hold entries.
enum CollectionKey {
    /// The keys of lists of entries.
    static let lists = PackedKey.set(
        """
        photos photo images pictures items entries data results hits gallery album albums media files records rows \
        list catalogue catalog collection feed posts nodes elements response result body content
        """)

    /// The keys of facts about the whole or about the reply; photos' names only if the value is an address.
    static let facts = PackedKey.set(
        """
        title name description subtitle currency version homepageurl feedurl nexturl usercomment icon favicon language \
        expired author authors hubs links link meta metadata pagination paging status stat count total totalcount \
        totalresults totalhits totalpages page pages perpage limit offset cursor next previous prev nextpage prevpage \
        success error message code base schema $schema context @context type @type id generator copyright license url \
        modified updated date
        """)

    /// Those that are facts even if the value is an address.
    static let addresses = PackedKey.set(
        """
        version homepageurl feedurl nexturl icon favicon next previous prev nextpage prevpage schema $schema context \
        @context
        """)

    /// Whether a key begins as those do by which a format describes itself: `@odata.context`, `$schema`.
    static func isOfFormat(_ key: [UInt8]) -> Bool {
        guard let first = key.first, "@$".utf8.contains(first) else { return false }
        return key.contains(UInt8(ascii: ".")) || PackedKey(key).map(ofFormats.contains) == true
    }

    /// Of JSON Schema, JSON-LD and XML as JSON.
    private static let ofFormats = PackedKey.set(
        """
        $schema $id $ref $defs $anchor $comment $vocabulary @context @id @type @graph @base @vocab @language @version \
        @xmlns @xsi @iri
        """)

    static let feed = PackedKey("feed")
    static let title = PackedKey("title")
    static let name = PackedKey("name")
    static let currency = PackedKey("currency")
    static let rates = PackedKey("rates")
}
