/// The meaning of one word in a key, as evidence for or against a picture's address.
enum KeyWord: Equatable {
    /// It names a picture, with these points (``EvidenceTable``).
    case picture(Int)
    /// It names an address of any kind.
    case address
    /// It names a page, or another part of a service.
    case page
    /// It names a person or a sign: their pictures are not the document's photos.
    case person
    /// It names another medium.
    case otherMedium
    /// It names a collection of photos.
    case collection
    /// It names a text about the photo, even if the text is a file's name.
    case name
    /// It names a set of sizes of one picture.
    case sizes
    /// It only wraps the fields of a record.
    case wrapper

    static func of(_ word: String) -> KeyWord? { table[word] ?? (SignWord.ends(word) ? .person : nil) }

    private static let table: [String: KeyWord] = {
        var table: [String: KeyWord] = [:]
        for (word, meaning) in [
            (wrapperWords, KeyWord.wrapper), (addressWords, .address), (pageWords, .page),
            (personWords, .person),
            (otherMediumWords, .otherMedium),
            (nameWords, .name), (collectionWords, .collection), (sizesWords, .sizes),
        ] {
            for word in word.split(separator: " ") { table[String(word)] = meaning }
        }
        for (words, points) in pictureWords {
            for word in words.split(separator: " ") { table[String(word)] = .picture(points) }
        }
        return table
    }()

    /// English, and the words for a picture in the languages of most catalogues.
    private static let pictureWords: [(String, Int)] = [
        // A file; "photo" may also be the thing that a page is about.
        (
            "image images img imgs picture pictures pic pics bild bilder imagen imagenes immagine immagini afbeelding "
                + "srcset",
            EvidenceTable.imageKey
        ),
        ("photo photos photograph photographs foto fotos", EvidenceTable.photoKey),
        (
            "thumbnail thumbnails thumb thumbs thumbnailer miniature miniatures",
            EvidenceTable.thumbnailKey
        ),
        (
            """
            media artwork cover covers poster banner hero screenshot screenshots wallpaper wallpapers scan \
            illustration painting photostream visual
            """, EvidenceTable.mediumKey
        ),
        (
            "src original originals full fullsize raw hires highres hd jpg jpeg png webp attachment attachments "
                + "enclosure asset assets content download render rendition preview previews figure canvas "
                + "backdrop still portrait",
            EvidenceTable.weakKey
        ),
    ]
    private static let addressWords =
        "url urls uri uris href hrefs link links iri ref source location address path file files"
    private static let pageWords = """
        page pages web webpage homepage website site permalink html self next prev previous first last canonical api \
        short shortlink shorturl external story article post feed view detail details info description edit share \
        login search redirect schema docs documentation help terms wiki changelog repository git clone ssh svn product \
        landing foreign object record related reference references parent guid
        """
    private static let personWords = """
        avatar avatars icon icons favicon logo logos badge badges emoji emojis flag flags userpic \
        profile user users author authors owner owners account accounts uploader creator creators photographer \
        photographers member members person actor publisher provider contributor contributors byline \
        attributions sender \
        friend friends people followers following comments commenter commenters reactions awards awardings sprite \
        tracking pixel sticker stickers brand attribution blog team sponsor sponsors maintainer maintainers \
        organization organizations agent agents seller sellers vendor vendors speaker speakers instructor instructors \
        reviewer reviewers guest guests \
        group groups tag tags category categories example examples placeholder placeholders
        """
    /// Also for parts of an address, of which none leads to a picture.
    private static let otherMediumWords = """
        video videos audio music sound song track mp4 mp3 webm gifv hls dash pdf zip embed player iframe script style \
        css js font subtitle subtitles captions manifest json xml oembed epub card cards prefix suffix
        """
    private static let collectionWords =
        "album albums folder folders collection collections set sets gallery galleries"
    /// Words for pictures that adorn something.
    static let ornaments: Set<String> = [
        "cover", "covers", "banner", "capsule", "hero", "header", "background", "poster", "feature", "featured",
        "related", "similar", "recommended",
    ]
    /// Words for further pictures of the same thing.
    static let furthers: Set<String> = [
        "additional", "more", "extra", "secondary", "other", "alternate", "alternative",
    ]
    /// Words for a list of pictures, each of its own.
    static let galleries: Set<String> = [
        "gallery", "galleries", "images", "imgs", "photos", "photographs", "pictures", "pics", "screenshots", "fotos",
        "bilder", "imagenes", "immagini",
    ]
    /// Words for labels.
    static let labels: Set<String> = ["tag", "tags", "category", "categories", "group", "groups"]
    /// Keys for what a record is: RDF's and JSON-LD's identifiers are addresses of pages.
    static let identities: Set<String> = ["id", "@id", "item", "entity", "guid", "identifier", "subject"]
    /// Keys for other documents, next to a list: in ActivityStreams, JSON:API and JSON Schema.
    static let ofDocuments: Set<String> = [
        "next", "prev", "previous", "first", "last", "self", "partof", "context", "schema", "start", "current", "up",
    ]
    /// Keys for the number that a file has in a database, next to its name.
    static let fileNumbers: Set<String> = ["fileid", "assetid"]
    /// Words for a size below the usual one.
    static let smallSizes: Set<String> = ["small", "tiny", "mini", "micro", "square"]
    /// Words for a thing or a place that has a page, or is a picture itself: `object_url`.
    static let things: Set<String> = ["object", "external", "foreign"]
    /// Words for what a record is about: a name with one is the record's, as `productName`, though they name pages or
    /// other media as well.
    static let subjects: Set<String> = [
        "product", "article", "post", "story", "object", "record", "track", "song", "card",
    ]
    /// Words for one of a thing's names, though they name pages as well.
    static let kindsOfNames: Set<String> = ["canonical", "short", "page"]
    /// Words for pages that no one reads, or that stand in for better ones.
    static let poorPages: Set<String> = [
        "api", "self", "edit", "login", "share", "feed", "docs", "documentation", "schema", "git", "clone", "ssh",
        "svn", "search", "next", "prev", "previous", "first", "last", "short", "shortlink", "shorturl", "help",
        "terms", "oembed", "related", "parent",
    ]

    /// Whether a name with this word is not the photo's: a camera's, a place's, a person's.
    static func isOfOther(_ word: String) -> Bool {
        of(word) == .collection || others.contains(word)
    }

    private static let others: Set<String> = [
        "camera", "lens", "model", "make", "device", "country", "city", "place", "location", "venue", "region",
        "state", "street", "host", "domain", "server", "file", "files", "field", "column", "table", "class", "type",
        "kind", "code", "font", "color", "colour", "first", "last", "family", "given", "middle", "nick", "screen",
        "real", "full", "artist", "artists", "dataset", "language", "format", "event", "series", "season", "channel",
        "community", "broker", "brokerage", "agency", "dealer", "dealership", "merchant", "retailer",
        "supplier", "bundle",
    ]
    private static let nameWords =
        "name title filename filenames label alt text slug caption basename key id"
    private static let sizesWords = """
        sizes size variants renditions resolutions versions derivatives formats srcset candidates alternates \
        representations
        """
    private static let wrapperWords = """
        data properties attributes node nodes fields item items photo image picture media meta metadata info details \
        snippet source entry row rows document record value object body post asset result file properties \
        imageinfo extmetadata pageinfo photodata edges prop propstat
        """

    /// Words for what tells the elements of a list apart, which may be sizes of one picture: `size: "small"`,
    /// `ResourceType: "Original"`, `ratio: "16_9"`.
    static let whiches: Set<String> = [
        "size", "type", "name", "label", "title", "tag", "rel", "variant", "rendition", "version", "quality",
        "resolution", "role", "use", "purpose", "format", "kind", "ratio",
    ]
    /// Words for whom or what a record names besides itself, each with pictures of its own.
    static let makers: Set<String> = [
        "artist", "band", "channel", "composer", "conductor", "musician", "performer", "singer", "venue",
    ]
    /// Words for what one of several pictures of a thing shows, in their order.
    static let sides: [String: Int] = ["before": 1, "after": 2, "front": 1, "back": 2, "left": 3, "right": 4]
    /// Words for the picture of a film, a book or a record, as it is sold.
    static let works: Set<String> = ["poster", "posters", "cover", "covers", "artwork", "artworks"]
    /// Words for a picture made from another one.
    static let derived: Set<String> = ["sample", "jpeg", "webp", "avif", "resized", "scaled", "compressed"]
    /// Words for parts of one record that stand in a list.
    static let parts: Set<String> = ["propstat"]
    /// The wrapper words alone: some are picture words as well.
    static let wrappers = Set(wrapperWords.split(separator: " ").map(String.init))
    /// Likewise the words for sets of sizes.
    static let sizeSets = Set(sizesWords.split(separator: " ").map(String.init))
    /// The words that a key without capitals and separators may end with: "imageurl".
    static let endings = [
        "url", "uri", "href", "src", "link", "path", "file", "image", "images", "img", "photo",
        "photos", "picture",
        "thumbnail", "thumb", "preview", "size", "sizes", "width", "height",
    ]
}
