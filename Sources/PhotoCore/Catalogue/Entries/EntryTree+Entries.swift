import Foundation

extension EntryTree {
    /// A list's element with the usual keys begins.
    mutating func beginEntry() {
        entryCount += 1
        entryPosition = currentPosition
        isFeedItem = false
        isAttachmentsKey = false
        isMarkupKey = false
    }

    /// A list's element that is no entry.
    mutating func appendRow(_ problem: EntryProblem, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        entryCount += 1
        try builder.endEntry(at: currentPosition, problem: problem)
    }

    mutating func endEntry(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        if isFeed || isFeedItem { return try endFeedItem(into: &builder) }
        if case .collection = frames.last { return try endNamedEntry(into: &builder) }
        try draft.end(at: entryPosition, into: &builder)
    }

    /// A feed item makes a row for each of its pictures: `image` or `banner_image`, and its attachments. An item
    /// without pictures is text, and makes no row.
    private mutating func endFeedItem(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        draft.makeLocationPage()
        let main = Array(draft.text(of: .location))
        let shared = CatalogueField.allCases.filter { $0 != .location && $0 != .name && $0 != .thumbnail }
            .map { ($0, Array(draft.text(of: $0))) }
        draft.decodeName()
        let title = Array(draft.text(of: .name))
        // Addresses in an item's text are relative to the item's page.
        let scope =
            LocationDetection.isAbsolute(draft.text(of: .page))
            ? URL(string: String(decoding: draft.text(of: .page), as: UTF8.self)).map { page in
                LocationScope(document: page).entering(page.absoluteString)
            } : nil
        var seen: Set<[UInt8]> = [PictureSameness.key(of: main)]
        if draft.hasLocation {
            builder.pictures.take(main, line: 0, from: .itemImage)
            try draft.end(at: entryPosition, into: &builder)
        } else {
            draft.removeAll()
        }
        for picture in attachments.takePictures() {
            let location = scope?.resolve(picture.location) ?? picture.location
            guard seen.insert(PictureSameness.key(of: location)).inserted else {
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
            let thumbnail = scope?.resolve(picture.thumbnail) ?? picture.thumbnail
            if !thumbnail.isEmpty { thumbnail.withUnsafeBytes { draft.set(.last(.thumbnail), $0) } }
            try draft.end(at: entryPosition, into: &builder)
        }
    }
}
