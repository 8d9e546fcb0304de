import Foundation

/// The items of a JSON Feed, of which the first are held until they show which pictures adorn them, like those of other
/// feeds (``FeedItems``).
struct JSONFeedItems {
    private var held: [JSONFeedItem]?
    private var repeated: Set<[UInt8]> = []
    /// Whether an item has told the words of the first photo.
    private(set) var hasToldWords = false

    /// `holdsFirst`: the document is a feed. Items in another list are not held.
    init(holdsFirst: Bool = false) { held = holdsFirst ? [] : nil }

    /// An item has ended: makes its rows, or those of the items that were held.
    mutating func add(_ item: JSONFeedItem, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        guard held != nil else { return try end(item, into: &builder) }
        held?.append(item)
        if held?.count == FeedItems.most { try release(into: &builder) }
    }

    /// Makes rows of the items that are held: their list has ended, or breaks off, or something else follows.
    mutating func release(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        guard let items = held, !items.isEmpty else { return }
        held = nil
        var counts: [[UInt8]: Int] = [:]
        for item in items { for key in item.keys { counts[key, default: 0] += 1 } }
        repeated = Set(counts.filter { $0.value >= FeedItems.manyItems }.keys)
        for item in items { try end(item, into: &builder) }
    }

    private mutating func end(_ item: JSONFeedItem, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        var item = item
        if hasToldWords { item.leaveWords() }
        hasToldWords = item.hasImage || hasToldWords
        try item.end(repeated: repeated, into: &builder)
    }
}

/// An item of a JSON Feed, and its pictures: `image` or `banner_image`, its attachments, and those in its text.
struct JSONFeedItem {
    private var draft: EntryDraft
    /// Its pictures but `image`.
    private let pictures: [AttachmentDrafts.Picture]
    private let position: CataloguePosition

    /// The item that the draft describes.
    init(_ draft: EntryDraft, _ pictures: [AttachmentDrafts.Picture], at position: CataloguePosition) {
        var draft = draft
        draft.makeLocationPage()
        draft.decodeName()
        (self.draft, self.position) = (draft, position)
        // Addresses in an item's text are relative to the item's page.
        let page = draft.text(of: .page)
        guard LocationDetection.isAbsolute(page), let url = URL(string: String(decoding: page, as: UTF8.self)) else {
            self.pictures = pictures
            return
        }
        let scope = LocationScope(document: url).entering(url.absoluteString)
        self.pictures = pictures.map { picture in
            var picture = picture
            picture.location = scope.resolve(picture.location)
            picture.thumbnail = scope.resolve(picture.thumbnail)
            return picture
        }
    }

    /// Whether it has an `image`.
    var hasImage: Bool { draft.hasLocation }

    /// All addresses of pictures in it, as ``PictureSameness`` compares them.
    var keys: Set<[UInt8]> {
        let addresses = [Array(draft.text(of: .location))] + pictures.map(\.location)
        return Set(addresses.filter { !$0.isEmpty }.map(PictureSameness.key))
    }

    /// Another photo has told the words.
    mutating func leaveWords() { draft.leaveWords() }

    /// Makes a row of each picture; none if there is no picture: the item is text. Pictures with the keys `repeated`
    /// adorn items, and are no photos. Throws like the builder's `endEntry`.
    mutating func end(repeated: Set<[UInt8]>, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        let main = Array(draft.text(of: .location))
        let shared = CatalogueField.allCases.filter { $0 != .location && $0 != .name && $0 != .thumbnail }
            .map { ($0, Array(draft.text(of: $0))) }
        let title = Array(draft.text(of: .name))
        var seen: Set<[UInt8]> = [PictureSameness.key(of: main)]
        if hasImage {
            if repeated.contains(PictureSameness.key(of: main)) {
                builder.pictures.leave(main, line: 0, .inManyItems)
            } else {
                builder.pictures.take(main, line: 0, from: .itemImage)
                try draft.end(at: position, into: &builder)
            }
        }
        for picture in pictures {
            let location = picture.location
            let key = PictureSameness.key(of: location)
            if repeated.contains(key) {
                builder.pictures.leave(location, line: 0, .inManyItems)
                continue
            }
            // The text often shows a smaller size of the item's image. Each attachment is a file of its own.
            let isOwn = picture.source == .attachment || !PictureSameness.differInSizeOnly(main, location)
            guard seen.insert(key).inserted, isOwn else {
                builder.pictures.leave(location, line: 0, .known)
                continue
            }
            builder.pictures.take(location, line: 0, from: picture.source)
            var draft = EntryDraft()
            for (field, text) in shared where !text.isEmpty {
                text.withUnsafeBytes { draft.set(.last(field), $0) }
            }
            (picture.title.isEmpty ? title : picture.title).withUnsafeBytes { draft.set(.last(.name), $0) }
            location.withUnsafeBytes { draft.set(.last(.location), $0) }
            if !picture.thumbnail.isEmpty { picture.thumbnail.withUnsafeBytes { draft.set(.last(.thumbnail), $0) } }
            try draft.end(at: position, into: &builder)
        }
    }
}
