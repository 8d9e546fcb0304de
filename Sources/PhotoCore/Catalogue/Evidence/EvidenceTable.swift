/// How much each piece of evidence counts. Two sums decide: a value must be an address, and that of a picture.
///
/// The weights are ranks, not measurements: a stronger kind of evidence outweighs any one weaker kind, and two weak
/// kinds together reach what one of them alone does not.
enum EvidenceTable {
    // MARK: Thresholds

    /// An absolute address, or a relative one under a key that says that it is an address.
    static let leastAddress = 4
    /// One word that names a picture, or two weaker hints: that it lies among pictures does not suffice.
    static let leastPicture = 4
    /// The same for a document that is one record with one such address: more than the ending alone.
    static let leastPictureAlone = 7
    /// The same for a file's name, in a document on this computer: its key and its size as well.
    static let leastPictureOfFile = 14
    /// A record counts next to the best one from this share of its points, in percent: below it, a link's picture or
    /// a cover would be listed among photos.
    static let leastShareOfBest = 65

    // MARK: The value, as an address

    /// A scheme and a host: nothing else looks like it.
    static let absolute = 4
    /// An encrypted connection is preferred to the same address without.
    static let secure = 1
    /// A name that ends like a picture's. By itself it may also be a title: its key must say that it is an address.
    static let relativePicture = 2
    /// A path from a server's root.
    static let rooted = 2
    /// A list of files' names, in the reply to a query: what is next to that is no file. The service knows its pictures
    /// by these names.
    static let namesInReply = -2
    /// Bytes of a picture in the document.
    static let dataAddress = 6
    /// Most values are words: the others are accidents.
    static let mostlyWords = -4

    // MARK: The value, as a picture

    /// The ending of a picture's format: written for programs to see.
    static let ending = 6
    static let dataPicture = 6
    /// A format or size in the address: `?format=jpg`, `/images/`.
    static let hint = 2
    /// The ending of a page, a video or another file.
    static let otherEnding = -8
    /// Each record has the same: a logo or a placeholder.
    static let sameEverywhere = -6

    // MARK: The key

    static let addressKey = 2
    /// A key that names a picture names a file.
    static let pictureKeyAddress = 2
    /// `image` names a file; `photo` may also name a page about it.
    static let imageKey = 5
    static let photoKey = 4
    static let thumbnailKey = 4
    /// Words for pictures that also mean other things: `media`, `cover`.
    static let mediumKey = 3
    /// Words for sizes and files: `original`, `download`.
    static let weakKey = 2
    static let secondPictureWord = 1
    /// `html_url`, `next`, `permalink`.
    static let pageKey = -4
    /// `video_url`, `embed`.
    static let otherMediumKey = -8
    /// Pictures of persons and signs are not the document's photos: more than all hints together.
    static let personKey = -20
    /// A title may end like a picture's name, and is no address.
    static let nameKey = -6

    // MARK: What is around it

    /// The key of the list or the object that holds it: `photos`, `media_attachments`. At most this, but for
    /// `photo: {url}`, which is `photo_url`.
    static let container = 3
    /// `links: {image: {href: …}}`: a link whose relation is a picture.
    static let relation = 1
    /// The address next to it is the same but for a number, and a key of them names a picture.
    static let otherSize = 4
    /// How many keys a record may have for that: each is compared with each.
    static let mostSizedKeys = 48
    /// `image/jpeg` next to it.
    static let pictureType = 6
    /// `type: "photo"` next to it.
    static let pictureKind = 3
    /// Width and height next to it.
    static let dimensions = 3
    /// Size and time, or width and height, and little else next to a name: a list of files, whose names are addresses.
    static let fileListing = 12
    /// As many keys as a list of files has next to the name.
    static let mostListingKeys = 7
    /// Each record's `key` is a path from the server's root that ends like a picture's name.
    static let rootedKeys = 1
    /// A picture's file name next to an address that holds it: more than a key that names a page takes away.
    static let fileName = 8
    /// Each record has a picture's file name and one address, side by side: the address is where the file is.
    static let soleAddress = 4
    /// In a document on this computer, every record's `filename` ends like a picture's: more than a name's key takes
    /// away.
    static let localFile = 8
    /// A path on a server's disk is no address.
    static let diskPath = -6
    /// A path of a server that is named next to it, or in it without a scheme, is none of the document's server.
    static let otherServer = -6
    /// Several records of the same shape have it. Only to compare candidates.
    static let repetition = 2
    /// A cover or a banner adorns what it belongs to. Only to compare candidates.
    static let ornament = -6
    /// The picture of a collection is one of its photos again. Only to compare candidates.
    static let collection = -8
    /// A record with thumbnails alone. Only to compare candidates.
    static let onlySmall = -5
}
