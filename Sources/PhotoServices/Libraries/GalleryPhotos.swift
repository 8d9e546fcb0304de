import Foundation
import PhotoCore

/// A page of a Piwigo gallery's photos: `{"stat": "ok", "result": {"paging": {…}, "images": [{…}]}}`. A field may be
/// absent, and a number a text. It is read event by event: what has none of the fields takes no memory.
struct GalleryPhotos {
    /// A field of a photo.
    enum Field: String {
        case id, file, name, comment, author, width, height
        case taken = "date_creation"
        case added = "date_available"
        case original = "element_url"
        case page = "page_url"

        /// Whether it is an address.
        fileprivate var isAddress: Bool { self == .original || self == .page }
    }

    /// A smaller picture of a photo.
    struct Picture {
        var address = ""
        var width = 0
        var height = 0
        /// The longest of its sides.
        var side: Int { max(width, height) }
    }

    /// A photo.
    struct Photo {
        fileprivate(set) var fields: [Field: String] = [:]
        /// By the names of their sizes.
        fileprivate(set) var pictures: [String: Picture] = [:]
    }

    private struct Level {
        let isArray: Bool
        /// The key that it is the value of.
        let name: String
        var key = ""
    }

    private(set) var photos: [Photo] = []
    /// How many photos all pages have; nil if the server does not say.
    private(set) var total: Int?
    /// Whether it is an answer of the interface, and no failure.
    private(set) var isAnswer = false
    /// Why it is none, in the server's words.
    private(set) var message = ""

    private var levels: [Level] = []
    private var photo: (depth: Int, content: Photo)?

    /// Servers give 500.
    static let mostPhotos = 10_000
    /// A gallery has a dozen sizes.
    private static let mostPictures = 64
    /// No object of such an answer is deeper.
    private static let mostLevels = 16
    /// Longer texts are none of these fields.
    private static let longestText = 4096

    private init() {}

    /// The first photos of the page in `body`, as many as ``mostPhotos``. Throws `notACatalogue` if it is no JSON.
    init(in body: Data) throws(CatalogueFailure) {
        var page = Self()
        try body.withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in
            try JSONEvents.read(bytes) { page.take($0) }
        }
        self = page
    }

    private mutating func take(_ event: JSONEvent) -> Bool {
        switch event {
        case .startObject: start(isArray: false)
        case .startArray: start(isArray: true)
        case .endObject, .endArray: end()
        case .key(let name):
            guard !levels.isEmpty else { break }
            levels[levels.count - 1].key = Self.text(name) ?? ""
        case .string(let text), .number(let text):
            if let text = Self.text(text) { scalar(text) }
        case .boolean, .null: break
        }
        return levels.count <= Self.mostLevels && photos.count < Self.mostPhotos
    }

    private static func text(_ bytes: UnsafeRawBufferPointer) -> String? {
        bytes.count <= longestText ? String(decoding: bytes, as: UTF8.self) : nil
    }

    private mutating func start(isArray: Bool) {
        let outer = levels.last
        if photo == nil, !isArray, let outer, outer.isArray, outer.name == "images" {
            photo = (levels.count + 1, Photo())
        }
        levels.append(Level(isArray: isArray, name: outer.map { $0.isArray ? "" : $0.key } ?? ""))
    }

    private mutating func end() {
        if let photo, photo.depth == levels.count {
            photos.append(photo.content)
            self.photo = nil
        }
        _ = levels.popLast()
    }

    private mutating func scalar(_ text: String) {
        guard let level = levels.last, !level.isArray else { return }
        guard let photo else {
            switch (levels.count, level.name, level.key) {
            case (1, _, "stat"): isAnswer = text == "ok"
            case (1, _, "message"): message = text
            case (_, "paging", "total_count"): total = Int(text).flatMap { $0 >= 0 ? $0 : nil }
            default: break
            }
            return
        }
        if levels.count == photo.depth {
            guard let field = Field(rawValue: level.key), photo.content.fields[field] == nil else { return }
            self.photo?.content.fields[field] = field.isAddress ? GalleryText.address(text) : text
        } else if levels.count == photo.depth + 2, levels[photo.depth].name == "derivatives" {
            note(level.key, text, ofPicture: level.name, of: photo.content)
        }
    }

    private mutating func note(_ key: String, _ text: String, ofPicture size: String, of content: Photo) {
        guard content.pictures[size] != nil || content.pictures.count < Self.mostPictures else { return }
        var picture = content.pictures[size] ?? Picture()
        switch key {
        case "url": picture.address = GalleryText.address(text)
        case "width": picture.width = Self.side(text)
        case "height": picture.height = Self.side(text)
        default: return
        }
        photo?.content.pictures[size] = picture
    }

    /// A side in pixels; 0 if there is no such picture.
    fileprivate static func side(_ text: String) -> Int {
        Int(text).flatMap { (1...mostPixels).contains($0) ? $0 : nil } ?? 0
    }

    private static let mostPixels = 1_000_000
}

extension GalleryPhotos.Photo {
    /// The server's number of it; nil without one.
    var id: Int? { fields[.id].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }

    /// When it was taken, as lists are sorted: "2024-10-05 11:00:00"; empty if that is not known.
    var taken: String { fields[.taken] ?? "" }

    /// When it was taken, or else added: "2024-05-04T14:30:00"; empty without a date.
    private var date: String {
        [GalleryPhotos.Field.taken, .added].lazy.compactMap { fields[$0].flatMap(GalleryText.date) }.first ?? ""
    }

    /// Its sides, upright: the server tells those of the file, and pictures of it are turned.
    private var size: (width: Int, height: Int)? {
        let (width, height) = (
            GalleryPhotos.side(fields[.width] ?? ""), GalleryPhotos.side(fields[.height] ?? "")
        )
        guard width > 0, height > 0 else { return nil }
        let lies = wholePictures.contains { picture in
            guard picture.width > 0, picture.height > 0 else { return false }
            return width > height ? picture.width < picture.height : width < height && picture.width > picture.height
        }
        return lies ? (width: height, height: width) : (width: width, height: height)
    }

    /// The longest sides that row and page want, in pixels: a cell's on a display of scale 2, and about a screen's.
    private static let (smallSide, largeSide) = (512, 1440)

    /// The longest sides of Piwigo's sizes, unless a gallery has others.
    private static let sides = [
        "thumb": 144, "2small": 240, "xsmall": 432, "small": 576, "medium": 792, "large": 1008, "xlarge": 1224,
        "xxlarge": 1656,
    ]

    /// Its pictures, the smallest first, but for those that show a part of it, or are the file.
    private var wholePictures: [GalleryPhotos.Picture] {
        let whole = pictures.compactMap { size, picture -> GalleryPhotos.Picture? in
            guard size != "square", !picture.address.isEmpty, picture.address != fields[.original] else { return nil }
            var picture = picture
            if picture.side == 0 { picture.width = Self.sides[size] ?? 0 }
            return picture
        }
        return whole.sorted { $0.side < $1.side }
    }

    /// The addresses of the pictures for a row and for a page; nil if the photo itself is shown there.
    private var shown: (row: String?, page: String?) {
        let all = wholePictures
        let row = all.first { $0.side >= Self.smallSide } ?? all.last
        if let page = all.first(where: { $0.side >= Self.largeSide }) { return (row?.address, page.address) }
        // A file that is little larger is shown at once.
        let own = size.map { max($0.width, $0.height) } ?? .max
        let page = all.last.flatMap { own > $0.side * 3 / 2 ? $0 : nil }
        return (row?.address, page?.address)
    }

    /// Whether its file is a video, by its name: the address may be that of a script.
    private var isVideo: Bool {
        VideoAddress.isNamed(by: fields[.original] ?? "") || VideoAddress.isNamed(by: fields[.file] ?? "")
    }

    /// The address of the photo; nil without one. A film is opened elsewhere; its picture can be looked at. Who may not
    /// see the file itself sees the largest picture of it.
    private var location: String? {
        guard let original = fields[.original] else { return wholePictures.last?.address }
        guard isVideo, let picture = shown.page ?? wholePictures.last?.address else { return original }
        return VideoAddress.marked(original, picture: picture)
    }

    /// Adds a row for the photo `id`.
    func addRow(_ id: Int, to builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        let (date, shown, location) = (self.date, self.shown, self.location)
        let name = GalleryText.plain(fields[.name] ?? "")
        let file = fields[.file] ?? ""
        builder.add(.name, !name.isEmpty ? name : file.isEmpty ? LibraryDates.name(date) : file)
        let kind = isVideo ? localized("Video") : ""
        if let location { builder.add(.location, location) }
        if let row = shown.row {
            builder.add(.thumbnail, GalleryPicture.marked(row, photo: id, preview: shown.page))
        }
        if !date.isEmpty { builder.add(.date, date) }
        builder.addSize(size.map { PixelSize(width: $0.width, height: $0.height) })
        let comment = GalleryText.plain(fields[.comment] ?? "")
        let described = [kind, comment].filter { !$0.isEmpty }.joined(separator: " · ")
        if !described.isEmpty { builder.add(.description, described) }
        let author = GalleryText.plain(fields[.author] ?? "")
        if !author.isEmpty { builder.add(.author, author) }
        if let page = fields[.page] { builder.add(.page, page) }
        try builder.endEntry(at: nil, problem: location == nil ? .missing : nil)
    }
}
