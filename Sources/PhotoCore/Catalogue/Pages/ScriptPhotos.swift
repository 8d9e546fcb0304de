/// The photos in the data of scripts: JSON, and literals of JavaScript, searched for photos by evidence
/// (``PhotoTree``). Scripts are not run.
struct ScriptPhotos {
    private(set) var photos: [PagePicture] = []
    private let source: PictureSource

    /// For the data of such a source.
    init(from source: PictureSource) { self.source = source }

    /// More than any page's script lists.
    private static let most = 100_000

    /// Reads a script's text.
    mutating func read(_ text: [UInt8]) {
        let count = photos.count
        readLiterals(in: text)
        if photos.count == count, let inner = ScriptLiteral.withoutEscapes(text) { readLiterals(in: inner) }
    }

    private mutating func readLiterals(in text: [UInt8]) {
        for literal in ScriptLiteral.all(in: text) where photos.count < Self.most {
            var found = RecordPhotos(literal).photos
            if found.isEmpty { found = Self.photos(in: literal) }
            for var photo in found.prefix(Self.most - photos.count) {
                photo.source = source
                photos.append(photo)
            }
        }
    }

    private static func photos(in literal: ScriptLiteral) -> [PagePicture] {
        var tree = PhotoTree()
        var builder = CatalogueBuilder()
        do throws(CatalogueFailure) {
            try literal.forEach { (kind, text) throws(CatalogueFailure) in
                try text.withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in
                    switch kind {
                    case .startObject: try tree.startObject(into: &builder)
                    case .key: try tree.key(bytes, into: &builder)
                    case .endObject: try tree.endObject(into: &builder)
                    case .startArray: try tree.startArray(into: &builder)
                    case .endArray: try tree.endArray(into: &builder)
                    case .string: try tree.string(bytes, into: &builder)
                    case .scalar: try tree.scalar(.number, bytes, into: &builder)
                    }
                }
            }
            try tree.finish(into: &builder)
        } catch {
            // No photos in it.
            return []
        }
        guard let segment = builder.takeSegment() else { return [] }
        let isByEvidence = tree.shape != nil
        return segment.withText { text in
            (0..<segment.count).compactMap { row in
                let field = { (field: CatalogueField) in
                    segment.range(of: field, at: row, in: text).map { Array(text[$0]) } ?? []
                }
                var picture = PagePicture(location: PageLink.trimmed(field(.location)))
                guard PageLink.isFetchable(picture.location),
                    isByEvidence || LocationDetection.namesPicture(picture.location)
                else { return nil }
                picture.thumbnail = field(.thumbnail)
                picture.name = PageText.withoutTags(field(.name))
                picture.description = PageText.withoutTags(field(.description))
                picture.page = field(.page)
                return picture
            }
        }
    }
}
