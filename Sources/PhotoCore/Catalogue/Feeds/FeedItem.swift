/// An item of a feed, and which photos it has.
///
/// Of what may name them the first that does counts: Media RSS's `content` (https://www.rssboard.org/media-rss), where
/// several in one group are one photo; enclosures; pictures in the item's text; `thumbnail` alone, which then is the
/// photo.
public struct FeedItem: Sendable {
    /// The line that it begins on.
    public var line: Int
    /// What is said of the item, by Media RSS where that says it.
    public var facts = FeedFacts()
    /// Its summary, without markup.
    public var summary: [UInt8] = []
    /// All its text, without markup.
    public var text: [UInt8] = []
    /// What is said of each group of files, by the numbers in ``FeedMedia``.
    public var groups: [FeedFacts] = []
    /// Media RSS's files.
    public var contents: [FeedMedia] = []
    /// Enclosures.
    public var enclosures: [FeedMedia] = []
    /// Pictures in its text.
    public var pictures: [PagePicture] = []
    /// The address of its page.
    public var page: [UInt8] = []

    private var date: (text: [UInt8], rank: Int) = ([], .max)
    private var authorRank = Int.max

    /// So many of an item's files are kept: more than any feed has.
    public static let maximumMediaCount = 1000

    /// An item that begins on `line`.
    public init(line: Int) { self.line = line }

    /// A date; of several the one with the lowest rank counts.
    public mutating func set(date text: [UInt8], rank: Int) {
        if rank < date.rank, !text.isEmpty { date = (text, rank) }
    }

    /// One more person; of those with the lowest rank all are listed.
    public mutating func add(author name: [UInt8], rank: Int) {
        guard !name.isEmpty, rank <= authorRank, facts.author.count < CatalogueField.author.maximumByteCount else {
            return
        }
        facts.author = rank < authorRank || facts.author.isEmpty ? name : facts.author + ", ".utf8 + name
        authorRank = rank
    }

    /// Makes a row of each of its photos; none where it has no picture. `all` is what is said of all items. Throws as
    /// the builder's `endEntry` does.
    public func end(all: FeedFacts, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        var facts = facts
        if facts.description.isEmpty { facts.description = summary.isEmpty ? text : summary }
        let media = Self.photos(contents)
        let chosen = media.isEmpty ? Self.photos(enclosures) : media
        var seen: Set<[UInt8]> = []
        for file in chosen where chosen.count == 1 || seen.insert(file.location).inserted {
            let group = file.group.flatMap { groups.indices.contains($0) ? groups[$0] : nil } ?? FeedFacts()
            let known = [file.facts, group, facts, all]
            try endRow(file.location, known, thumbnail: Self.first(.thumbnail, known), file, into: &builder)
        }
        guard chosen.isEmpty else { return }
        // A small picture of the item is one of its first picture.
        let small = Self.first(.thumbnail, groups + [facts])
        for picture in pictures where seen.insert(picture.location).inserted {
            var own = FeedFacts()
            own.description = picture.description.isEmpty ? picture.name : picture.description
            let isOnly = seen.count == 1 && !small.isEmpty
            let thumbnail = isOnly ? small : picture.thumbnail
            try endRow(
                picture.location, [own, facts, groups.first ?? FeedFacts(), all], thumbnail: thumbnail, nil,
                into: &builder)
        }
        if seen.isEmpty, !small.isEmpty {
            try endRow(small, [facts, groups.first ?? FeedFacts(), all], thumbnail: [], nil, into: &builder)
        }
    }

    /// Of the files that are pictures, one of each photo.
    private static func photos(_ files: [FeedMedia]) -> [FeedMedia] {
        if files.count == 1 { return files[0].isPicture ? files : [] }
        var photos: [FeedMedia] = []
        for file in files where file.isPicture {
            guard let known = photos.firstIndex(where: { file.isSamePicture(as: $0) }) else {
                photos.append(file)
                continue
            }
            let better =
                file.isDefault != photos[known].isDefault
                ? file.isDefault : file.pixelCount > photos[known].pixelCount
            if better { photos[known] = file }
        }
        return photos
    }

    private static func first(_ fact: FeedFact, _ known: [FeedFacts]) -> [UInt8] {
        for facts in known {
            let value = facts[fact]
            if !value.isEmpty { return value }
        }
        return []
    }

    private func endRow(
        _ location: [UInt8], _ known: [FeedFacts], thumbnail: [UInt8], _ file: FeedMedia?,
        into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        add(.name, Self.first(.title, known), &builder)
        add(.location, location, &builder)
        add(.description, Self.first(.description, known), &builder)
        if thumbnail != location { add(.thumbnail, thumbnail, &builder) }
        add(.author, Self.first(.author, known), &builder)
        add(.license, Self.first(.license, known), &builder)
        add(.date, date.text, &builder)
        add(.width, file?.width ?? [], &builder)
        add(.height, file?.height ?? [], &builder)
        add(.page, page, &builder)
        try builder.endEntry(at: .line(line))
    }

    private func add(_ field: CatalogueField, _ text: [UInt8], _ builder: inout CatalogueBuilder) {
        if !text.isEmpty { text.withUnsafeBytes { builder.add(field, $0) } }
    }
}
