/// An item of a feed, and its photos.
///
/// The first source that names photos wins: Media RSS's `content` (https://www.rssboard.org/media-rss), where several
/// in one group are one photo; enclosures, unless the text shows them and others; pictures in the item's text;
/// `thumbnail` alone, which then is the photo.
package struct FeedItem: Sendable {
    /// Its first line.
    package var line: Int
    /// Facts about the item, from Media RSS if available.
    package var facts = FeedFacts()
    /// Its summary, without markup.
    package var summary: [UInt8] = []
    /// All its text, without markup.
    package var text: [UInt8] = []
    /// Facts about each group of files, by the numbers in ``FeedMedia``.
    package var groups: [FeedFacts] = []
    package var contents: [FeedMedia] = []
    package var enclosures: [FeedMedia] = []
    /// Pictures in its text.
    package var pictures: [PagePicture] = []
    /// A picture that stands for it, as in podcasts; counts if there is no other.
    package var artwork: [UInt8] = []
    /// The address of its page.
    package var page: [UInt8] = []
    /// What was left out of its text.
    package var trace = PictureTrace()

    private var date: (text: [UInt8], rank: Int) = ([], .max)
    private var authorRank = Int.max

    /// The maximum number of files per item: more than any feed has.
    package static let maximumMediaCount = 1000

    package init(line: Int) { self.line = line }

    /// Sets a date; the lowest rank wins.
    package mutating func set(date text: [UInt8], rank: Int) {
        if rank < date.rank, !text.isEmpty { date = (text, rank) }
    }

    /// Adds a person; all of the lowest rank are listed.
    package mutating func add(author name: [UInt8], rank: Int) {
        guard !name.isEmpty, rank <= authorRank, facts.author.count < CatalogueField.author.maximumByteCount else {
            return
        }
        facts.author = rank < authorRank || facts.author.isEmpty ? name : facts.author + ", ".utf8 + name
        authorRank = rank
    }

    /// All addresses of pictures in it, as ``PictureSameness`` compares them.
    var keys: Set<[UInt8]> {
        let addresses = (contents + enclosures).map(\.location) + pictures.map(\.location) + [artwork]
        return Set(addresses.filter { !$0.isEmpty }.map(PictureSameness.key))
    }

    /// Makes a row of each photo that is not among those `seen`; none if there is no picture. `all` are facts about all
    /// items; pictures with the keys `repeated` adorn items, and are no photos. Throws like the builder's `endEntry`.
    package func end(
        all: FeedFacts, repeated: Set<[UInt8]> = [], seen: inout SeenLocations, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        func isPhoto(_ address: [UInt8]) -> Bool { Self.refusal(of: address, repeated) == nil }
        var facts = facts
        if facts.description.isEmpty { facts.description = summary.isEmpty ? text : summary }
        let media = FeedMedia.photos(contents.filter { isPhoto($0.location) })
        let files = media.isEmpty ? FeedMedia.photos(enclosures.filter { isPhoto($0.location) }) : media
        let shown = Self.merged(pictures.filter { isPhoto($0.location) })
        let chosen = media.isEmpty && Self.shows(shown, all: files) ? [] : files
        noteLeft(chosen, repeated, in: &builder.pictures)
        for (index, file) in chosen.enumerated() {
            guard seen.insert(file.location) else {
                builder.pictures.leave(file.location, line: line, .known)
                continue
            }
            builder.pictures.take(file.location, line: line, from: file.source)
            let group = file.group.flatMap { groups.indices.contains($0) ? groups[$0] : nil } ?? FeedFacts()
            let known = [file.facts, group, facts, all]
            let small = thumbnail(of: index, among: chosen, known, shown)
            if !small.isEmpty { _ = seen.insert(small) }
            try endRow(file.location, known, thumbnail: small, file, into: &builder)
        }
        guard chosen.isEmpty else { return }
        // The item's thumbnail belongs to its first picture.
        let own = (groups + [facts]).first { !$0.thumbnail.isEmpty }
        let small = own?.thumbnail ?? []
        for (index, picture) in shown.enumerated() {
            guard seen.insert(picture.location) else {
                builder.pictures.leave(picture.location, line: line, .known)
                continue
            }
            builder.pictures.take(picture.location, line: line, from: picture.source, picture.ornament)
            var said = FeedFacts()
            said.description = picture.description.isEmpty ? picture.name : picture.description
            let isBetter = !small.isEmpty && !(own?.isThumbnailTooSmall == true && !picture.thumbnail.isEmpty)
            let thumbnail = index == 0 && isBetter ? small : picture.thumbnail
            try endRow(
                picture.location, [said, facts, groups.first ?? FeedFacts(), all], thumbnail: thumbnail, nil,
                into: &builder)
        }
        guard shown.isEmpty else { return }
        // The stills of a film are no photos.
        if isFilm {
            for still in [small, artwork] where !still.isEmpty { builder.pictures.leave(still, line: line, .film) }
            return
        }
        let last = [small, artwork].first { !$0.isEmpty && isPhoto($0) && PageLink.isFetchable($0) } ?? []
        if !last.isEmpty, seen.insert(last) {
            builder.pictures.take(last, line: line, from: last == small ? .thumbnail : .artwork)
            try endRow(last, [facts, groups.first ?? FeedFacts(), all], thumbnail: [], nil, into: &builder)
        }
    }

    /// Whether it has a film, and no picture.
    private var isFilm: Bool {
        let files = contents + enclosures
        return files.contains(where: \.isFilm) && !files.contains(where: \.isPicture)
    }

    /// The thumbnail that the feed names for a file, for its group, or for its item (`known`, in this order), or else a
    /// smaller file of the same group, or else the smaller picture of it in the item's text.
    private func thumbnail(
        of index: Int, among files: [FeedMedia], _ known: [FeedFacts], _ shown: [PagePicture]
    ) -> [UInt8] {
        let (file, isOnly) = (files[index], files.count == 1)
        let isAlone = file.group != nil && files.allSatisfy { $0.group != file.group || $0.location == file.location }
        let named = known.enumerated().first { level, facts in
            let isOwn = level == 0 || level == 1 && isAlone
            return !facts.thumbnail.isEmpty && (isOwn || Self.owner(of: facts.thumbnail, among: files) == index)
        }?.element
        if let named, named.thumbnail != file.location, !named.isThumbnailTooSmall { return named.thumbnail }
        if !file.smaller.isEmpty { return file.smaller }
        let key = PictureSameness.key(of: file.location)
        let stem = PictureSameness.stem(of: file.location)
        let same = shown.first { picture in
            picture.locations.contains { PictureSameness.key(of: $0) == key }
                || isOnly && shown.count == 1
                    && (!stem.isEmpty && PictureSameness.stem(of: picture.location) == stem
                        || PictureSameness.differInLettersOnly(file.location, picture.location))
        }
        let small = [same?.thumbnail, same?.location, named?.thumbnail].compactMap { $0 }
        return small.first { !$0.isEmpty && $0 != file.location } ?? []
    }

    /// The file of which an item's thumbnail is a size: the first, unless its address tells another.
    private static func owner(of thumbnail: [UInt8], among files: [FeedMedia]) -> Int {
        if files.count == 1 { return 0 }
        let (key, form) = (PictureSameness.key(of: thumbnail), PictureForm(thumbnail).key)
        return files.firstIndex { PictureSameness.key(of: $0.location) == key }
            ?? files.firstIndex { PictureForm($0.location).key == form } ?? 0
    }

    /// Whether a text shows all enclosed pictures, and others, and has none of them smaller.
    private static func shows(_ pictures: [PagePicture], all files: [FeedMedia]) -> Bool {
        guard !files.isEmpty, files.count < pictures.count, files.count <= mostCompared else { return false }
        let shown = Dictionary(grouping: pictures.flatMap(\.locations), by: PictureSameness.key)
        return files.allSatisfy { file in
            guard let places = shown[PictureSameness.key(of: file.location)] else { return false }
            return tellsWidth(file.location) || !places.contains(where: tellsWidth)
        }
    }

    private static func tellsWidth(_ address: [UInt8]) -> Bool {
        address.withUnsafeBytes { PictureSize.width(in: $0) } != nil
    }

    /// More than anyone encloses of what the text shows as well.
    private static let mostCompared = 16

    /// The pictures of a text, each once: a picture and a link to it as a file are one, though they are on different
    /// servers, and so are two sizes of it, as in an excerpt and in the whole text.
    private static func merged(_ pictures: [PagePicture]) -> [PagePicture] {
        var merged: [PagePicture] = []
        var forms: [[[UInt8]]: Int] = [:]
        for picture in pictures {
            let form = PictureForm(picture.location).key
            if let known = forms[form] {
                merged[known].take(form: picture)
                continue
            }
            let stem = picture.isLinkOnly ? PictureSameness.stem(of: picture.location) : []
            let known =
                stem.isEmpty
                ? nil
                : merged.firstIndex { !$0.isLinkOnly && PictureSameness.stem(of: $0.location) == stem }
            guard let known else {
                forms[form] = merged.count
                merged.append(picture)
                continue
            }
            if merged[known].thumbnail.isEmpty { merged[known].thumbnail = merged[known].location }
            merged[known].location = picture.location
        }
        return merged
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
        let description = Self.first(.description, known)
        let title = Self.first(.title, known)
        // A post without a title is called as it begins.
        let name = title.isEmpty ? PageText.beginning(description) : title
        add(.name, name, &builder)
        add(.location, location, &builder)
        if name != description || file == nil { add(.description, description, &builder) }
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

extension PagePicture {
    /// Takes another mention of the same picture: the larger size is the photo, and a smaller one its thumbnail.
    fileprivate mutating func take(form other: PagePicture) {
        let isLarger = PictureForm(other.location).isLarger(than: PictureForm(location))
        let (large, small) = isLarger ? (other, self) : (self, other)
        var taken = self
        taken.location = large.location
        taken.thumbnail =
            [small.thumbnail, small.location, large.thumbnail].first { !$0.isEmpty && $0 != large.location } ?? []
        if taken.name.isEmpty { taken.name = other.name }
        if taken.description.isEmpty { taken.description = other.description }
        taken.others = locations + other.locations
        self = taken
    }
}
