/// What an entry's keys say. Records repeat their keys in the same order: the key that followed the last one before is
/// looked at first, which takes no hash.
struct EntryKeyReading {
    struct Meaning {
        /// The field; nil for a key that names none.
        var field: EntryKey?
        /// Whether it is that of a feed item's attachments, of its text in HTML, or one that only feed items have.
        var isOfAttachments = false
        var isOfMarkup = false
        var isOfFeedItem = false
        /// Whether it may be that of a list of further pictures.
        var isOfPictures = false
    }

    private struct Known {
        let key: PackedKey
        let meaning: Meaning
        /// The index of the one that followed it.
        var next = 0
    }
    private var known: [Known] = []
    /// The index of the last one.
    private var last = 0
    /// More keys than a record has. Further ones are looked up.
    private static let most = 64

    /// What a key says.
    mutating func meaning(of utf8: UnsafeRawBufferPointer) -> Meaning {
        guard let key = PackedKey(utf8) else { return Meaning() }
        if !known.isEmpty {
            let next = known[last].next
            if known[next].key == key {
                last = next
                return known[next].meaning
            }
        }
        let index = known.firstIndex { $0.key == key } ?? known.count
        if index == known.count {
            let meaning = Self.lookUp(key)
            guard index < Self.most else { return meaning }
            known.append(Known(key: key, meaning: meaning))
        }
        known[last].next = index
        last = index
        return known[index].meaning
    }

    private static func lookUp(_ key: PackedKey) -> Meaning {
        Meaning(
            field: EntryKey(key), isOfAttachments: key == PackedKey.feedAttachments,
            isOfMarkup: key == PackedKey.feedMarkup, isOfFeedItem: PackedKey.onlyOfFeedItems.contains(key),
            isOfPictures: FurtherPictures.lists.contains(key))
    }
}
