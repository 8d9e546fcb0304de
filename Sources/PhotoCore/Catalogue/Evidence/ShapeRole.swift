/// What the value at a path is for.
enum ShapeRole: Sendable, Equatable {
    /// No value was seen that decides.
    case undecided
    case useless
    case photo(ShapeAddress)
    /// A field of the row; the lowest rank wins.
    case field(CatalogueField, rank: UInt8)
    /// The title of the whole.
    case title
    /// The status of a reply about the record (RFC 4918, 14.28): `HTTP/1.1 404 Not Found`.
    case status
    /// What the pictures of a group are for: `USE="THUMBS"`.
    case use
    /// How long a film or a sound lasts: a record with one, and nothing but thumbnails, is no photo.
    case duration
    /// Which size of one picture an element of a list is: "small".
    case sizeName
    /// The type of what the record holds; if it is strict, any other than a picture's is one.
    case type(isStrict: Bool)
}

/// A path of a photo's addresses.
struct ShapeAddress: Sendable, Equatable {
    /// The index of the record in ``ShapePlan/records``.
    let record: Int
    /// The longer side in pixels that the keys tell; nil if they tell none.
    let size: Int?
    /// How the keys say that it is made: of several, the photo is made least.
    let making: PictureMaking
    /// Whether nothing tells its size: of several such addresses the first counts.
    let isUnsized: Bool
    /// Whether the key alone does not show that it is a picture, so each value must.
    let mustShowPicture: Bool
    /// Its place among the record's addresses, the best first.
    let order: Int
    /// Whether the type of what it leads to stands next to it, in some records at least.
    var isTyped = false
    /// How many objects lie between it and the element of a list of sizes that tells its size.
    var depth = 0
    /// Which one of a series of pictures it is, in one record; 0 for others.
    var series = 0
    /// Whether it is one of a list of addresses, of which some end with a word for their size.
    var endsWithSize = false
}

/// A decision in the form that reads the rest of the document: the tree of paths with the role of each.
struct ShapePlan: Sendable {
    var tree: ShapeTree
    var roles: [ShapeRole]
    /// The nodes of the records, with the best evidence first.
    var records: [Int32]
    /// The points of each.
    var points: [Int]
    /// Whether addresses are absolute: a file's name is none then.
    var isAbsolute: Bool
    /// Whether each has further pictures of the record that holds it.
    var isMore: [Bool]
    /// Nodes that begin a record, or an object around records.
    var isHome: [Bool]
    /// The same without lists that never have more than one element: their fields belong to what holds them.
    var isFieldHome: [Bool]
    /// Objects with one address and its size in pixels.
    var isSized: [Bool]
    /// For a node with a width or height, the address next to it that it names; -1 for others.
    var sizeOf: [Int32]
    /// For a text in HTML or Markdown, the record of the pictures in it; -1 for others.
    var markup: [Int8]
    /// The records that hold such texts.
    var markupHomes: [Int32] = []
    /// Whether records have series of pictures.
    var hasSeries = false
    /// Whether the types of records differ: some may be of people.
    var hasSeveralTypes = false
    /// Whether all photos are posters and covers.
    var showsWorks = false
    /// Whether words tell sizes in a list of them (``ShapeRole/sizeName``).
    var hasSizeNames = false
    var shape: PhotoShape

    /// The records that contain their like, each with the path of what it contains (``TreeFolds``).
    var trees: [Int32: Int32] = [:]

    /// Whether texts in HTML or Markdown show pictures.
    var hasMarkup: Bool { !markupHomes.isEmpty }
    /// The paths of such texts.
    var markupPaths: [String] { markup.indices.filter { markup[$0] >= 0 }.map { tree.path(of: Int32($0)) } }

    /// The node of pictures in a text: they are no addresses in the tree.
    static let noRecord: Int32 = -1
}
