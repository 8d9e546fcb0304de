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
        try feedItems.release(into: &builder)
        try builder.endEntry(at: currentPosition, problem: problem)
    }

    mutating func endEntry(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        if isFeed || isFeedItem { return try endFeedItem(into: &builder) }
        try feedItems.release(into: &builder)
        let others = further.takePictures(of: draft)
        let entry = others.isEmpty ? EntryDraft() : draft.shortened
        if case .collection = frames.last {
            try endNamedEntry(into: &builder)
        } else {
            try draft.end(at: entryPosition, into: &builder)
        }
        for picture in others {
            var other = entry.with(picture)
            try other.end(at: entryPosition, into: &builder)
        }
    }

    /// A feed item makes a row for each of its pictures.
    private mutating func endFeedItem(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        let item = JSONFeedItem(draft, attachments.takePictures(), at: entryPosition)
        draft.removeAll()
        _ = further.takePictures(of: draft)
        try feedItems.add(item, into: &builder)
        if feedItems.hasToldWords { draft.leaveWords() }
    }
}
