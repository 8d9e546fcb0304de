/// An item of a feed, and its photos.
///
/// The first source that names photos wins: Media RSS's `content` (https://www.rssboard.org/media-rss), where several
/// in one group are one photo; enclosures; pictures in the item's text; `thumbnail` alone, which then is the photo.
public struct FeedItem: Sendable {
    /// Its first line.
    public var line: Int
    /// Facts about the item, from Media RSS if available.
    public var facts = FeedFacts()
    /// Its summary, without markup.
    public var summary: [UInt8] = []
    /// All its text, without markup.
    public var text: [UInt8] = []
    /// Facts about each group of files, by the numbers in ``FeedMedia``.
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

    /// The maximum number of files per item: more than any feed has.
    public static let maximumMediaCount = 1000

    /// An item that begins on `line`.
    public init(line: Int) { self.line = line }

    /// Sets a date; the lowest rank wins.
    public mutating func set(date text: [UInt8], rank: Int) {
        if rank < date.rank, !text.isEmpty { date = (text, rank) }
    }

    /// Adds a person; all of the lowest rank are listed.
    public mutating func add(author name: [UInt8], rank: Int) {
        guard !name.isEmpty, rank <= authorRank, facts.author.count < CatalogueField.author.maximumByteCount else {
            return
        }
        facts.author = rank < authorRank || facts.author.isEmpty ? name : facts.author + ", ".utf8 + name
        authorRank = rank
    }

    /// Makes a row of each photo; none if there is no picture. `all` are facts about all items. Throws like the
    /// builder's `endEntry`.
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
        // The item's thumbnail belongs to its first picture.
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

    /// One file per photo, of those that are pictures.
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
