/// The pictures attached to an item of a JSON Feed.
struct AttachmentDrafts {
    struct Picture {
        var location: [UInt8] = []
        var title: [UInt8] = []
        var isPicture = false
        var thumbnail: [UInt8] = []
        var source = PictureSource.attachment
    }
    private var pictures: [Picture] = []
    private var current = Picture()
    private var currentKey: PackedKey?

    /// The limit per item: more than any feed has.
    private static let maximumCount = 1000

    mutating func begin() {
        current = Picture()
        currentKey = nil
    }

    mutating func key(_ utf8: UnsafeRawBufferPointer) { currentKey = PackedKey(utf8) }

    mutating func value(_ utf8: UnsafeRawBufferPointer) {
        switch currentKey {
        case Self.url: current.location = Array(utf8)
        case Self.title: current.title = Array(utf8)
        case Self.mimeType: current.isPicture = utf8.starts(with: "image/".utf8)
        default: break
        }
    }

    mutating func end() {
        if current.isPicture, !current.location.isEmpty, pictures.count < Self.maximumCount { pictures.append(current) }
    }

    /// Adds the pictures in an item's text.
    mutating func add(_ shown: [PagePicture]) {
        for picture in shown.prefix(max(0, Self.maximumCount - pictures.count)) {
            pictures.append(
                Picture(
                    location: picture.location, title: picture.name, isPicture: true, thumbnail: picture.thumbnail,
                    source: picture.source))
        }
    }

    /// Those of the item that ends.
    mutating func takePictures() -> [Picture] {
        defer { pictures.removeAll() }
        return pictures
    }

    private static let url = PackedKey("url")
    private static let title = PackedKey("title")
    private static let mimeType = PackedKey("mimetype")
}
