import Foundation

/// Makes rows from a streamed tree of objects, arrays and values: JSON or a property list.
///
/// It reads the following shapes, and tells them apart as early as possible:
///
/// - an object from names to URLs, or to objects with the usual keys (``EntryKey``);
/// - an array of URLs, or of objects with the usual keys;
/// - an object that holds such an array or object under a key like `photos` or `items` (``CollectionKey``);
/// - JSON Feed 1.1 (jsonfeed.org), whose items without a picture are skipped;
/// - one object with the usual keys, or several in sequence.
///
/// `title`, `currency` and `rates` next to them are the catalogue's facts. Any other entry becomes a row that states
/// the problem. Skipped values cost nothing at any depth; used ones have a depth limit.
package struct EntryTree {
    /// The line of the next value or key, if the format counts lines. Rows then report lines, otherwise entry numbers.
    package var line: Int?

    /// What the innermost open object or array is.
    enum Frame {
        /// An array of entries.
        case list
        /// An object that holds entries by name, or a list of them.
        case collection
        /// An entry with the usual keys.
        case entry
        /// An object that is the value of this entry key.
        case part(EntryKey)
        /// An array that is the value of this entry key.
        case elements(EntryKey)
        /// A feed item's `attachments`.
        case attachments
        case attachment
        case rates
        /// Skipped with all its contents.
        case skipped
    }
    var frames: [Frame] = []
    /// The depth within a skipped value; nothing else of it is stored.
    private var skippedDepth = 0

    /// The meaning of the last key in an entry or a part of it.
    var meaning: EntryKey?
    /// What its keys say.
    private var keys = EntryKeyReading()
    var isAttachmentsKey = false

    var draft = EntryDraft()
    /// How many entries have begun.
    var entryCount = 0
    var entryPosition = CataloguePosition.item(1)
    var attachments = AttachmentDrafts()
    var feedItems = JSONFeedItems()
    /// The pictures of an entry besides its first.
    var further = FurtherPictures()
    private var isListKey = false

    /// The innermost open collection: only one can be undecided.
    var collection = EntryCollection()
    /// Whether an object's keys were taken for names.
    var hasMap = false
    var isFeed = false
    /// Finds the pictures in an item's HTML.
    var markup: ((UnsafeRawBufferPointer) -> [PagePicture])?
    var isMarkupKey = false
    /// Whether the entry has a key that only feed items have.
    var isFeedItem = false

    /// The maximum nesting of objects and arrays that hold entries or parts of them: twenty times the deepest known
    /// reply.
    static let maximumDepth = 128
    /// The maximum number of currencies in `rates`: twice the existing ones.
    static let maximumRateCount = 512

    package init() {}

    // MARK: Events

    package mutating func startObject(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        switch frames.last {
        case nil:
            collection = EntryCollection()
            try push(.collection)
        case .list:
            beginEntry()
            try push(.entry)
        case .collection: try startMember(isArray: false, into: &builder)
        case .entry, .part: try pushPart(.dictionary) { .part($0) }
        case .elements(let key): try push(.part(key))
        case .attachments:
            attachments.begin()
            try push(.attachment)
        case .attachment, .rates: try push(.skipped)
        case .skipped: skippedDepth += 1
        }
        meaning = nil
    }

    /// A key of the innermost object; its value follows.
    package mutating func key(
        _ utf8: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        switch frames.last {
        case .entry:
            let told = keys.meaning(of: utf8)
            meaning = told.field
            draft.willTake(utf8)
            isAttachmentsKey = told.isOfAttachments
            isListKey = told.isOfPictures && further.areWanted
            isMarkupKey = told.isOfMarkup
            if told.isOfFeedItem { isFeedItem = true }
        case .part(let outer):
            meaning = PictureKey.meaning(of: utf8, within: outer)
            draft.willTake(utf8, isInner: true)
            further.key(utf8)
        case .collection:
            collection.key.removeAll(keepingCapacity: true)
            collection.key.append(contentsOf: utf8)
            collection.position = nextPosition
        case .rates:
            collection.key.removeAll(keepingCapacity: true)
            collection.key.append(contentsOf: utf8)
        case .attachment: attachments.key(utf8)
        case .list, .elements, .attachments, .skipped, nil: break
        }
    }

    package mutating func endObject(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        meaning = nil
        if skippedDepth > 0 {
            skippedDepth -= 1
            return
        }
        switch frames.popLast() {
        case .entry: try endEntry(into: &builder)
        case .collection: try endCollection(into: &builder)
        case .attachment: attachments.end()
        case .part: if isInOwnArray { further.endElement() }
        default: break
        }
    }

    package mutating func startArray(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        switch frames.last {
        case nil: try push(.list)
        case .list:
            try appendRow(.array, into: &builder)
            try push(.skipped)
        case .collection: try startMember(isArray: true, into: &builder)
        case .entry where isAttachmentsKey: try push(.attachments)
        case .entry where isListKey:
            meaning = meaning ?? FurtherPictures.meaning
            try pushPart(.array) { .elements($0) }
            further.startList()
        case .entry, .part: try pushPart(.array) { .elements($0) }
        case .elements, .attachments, .attachment, .rates: try push(.skipped)
        case .skipped: skippedDepth += 1
        }
        meaning = nil
    }

    package mutating func endArray(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        meaning = nil
        if skippedDepth > 0 {
            skippedDepth -= 1
        } else {
            switch frames.popLast() {
            case .list?: try feedItems.release(into: &builder)
            case .elements?: if case .entry? = frames.last { further.endList() }
            default: break
            }
        }
    }

    package mutating func string(
        _ utf8: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        switch frames.last {
        case .entry:
            if isMarkupKey, let markup { attachments.add(markup(utf8)) }
            if let meaning { draft.set(meaning, utf8) }
        case .part:
            if let meaning {
                draft.add(meaning, utf8)
                further.add(meaning, utf8, isElement: false)
            } else {
                further.addOwn(utf8)
            }
        // Like the name in an object.
        case .elements(let key):
            draft.add(key.field == .author ? key.refined(0) : key, utf8)
            further.add(key, utf8, isElement: isInOwnArray)
        case .list:
            entryCount += 1
            builder.add(.location, utf8)
            try builder.endEntry(at: currentPosition)
        case .collection: try endMember(utf8, problem: nil, into: &builder)
        case .rates: addRate(utf8, into: &builder)
        case .attachment: attachments.value(utf8)
        case .attachments, .skipped: break
        case nil: throw Self.noCollection
        }
    }

    /// A number, true or false, null, or another kind that is not text, object or array. `kind` says which; `utf8` is
    /// its text, if useful.
    package mutating func scalar(
        _ kind: EntryProblem, _ utf8: UnsafeRawBufferPointer? = nil, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        switch frames.last {
        case .entry, .part:
            if let meaning {
                if let utf8, !meaning.field.isURL {
                    draft.set(meaning, utf8)
                    further.add(meaning, utf8, isElement: false)
                } else {
                    draft.set(meaning, problem: kind)
                }
            }
        case .elements(let key): draft.set(key, problem: kind)
        case .list: try appendRow(kind, into: &builder)
        case .collection: try endMember(nil, problem: kind, into: &builder)
        case .rates: if let utf8 { addRate(utf8, into: &builder) }
        case .attachments, .attachment, .skipped: break
        case nil: throw Self.noCollection
        }
    }

    /// The document ends early. Releases what was held back.
    package mutating func breakOff(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        try feedItems.release(into: &builder)
        if case .collection? = frames.last(where: { if case .collection = $0 { true } else { false } }) {
            try endUndecided(into: &builder)
        }
        frames.removeAll()
    }

    /// Whether everything that began has ended.
    package var isAtEnd: Bool { frames.isEmpty }

    // MARK: Frames

    /// Whether what is read is skipped.
    var isInSkipped: Bool { skippedDepth > 0 }

    /// Whether the innermost frame is an array that is the value of an entry's own key.
    private var isInOwnArray: Bool {
        guard case .elements? = frames.last, case .entry? = frames.dropLast().last else { return false }
        return true
    }

    /// The value of an entry's key is an object or an array.
    private mutating func pushPart(_ kind: EntryProblem, _ frame: (EntryKey) -> Frame) throws(CatalogueFailure) {
        guard let meaning else { return try push(.skipped) }
        // Unless it holds an address, this problem stands in.
        draft.set(meaning, problem: kind)
        try push(frame(meaning))
    }

    mutating func push(_ frame: Frame) throws(CatalogueFailure) {
        guard frames.count < Self.maximumDepth else {
            let most = NumberFormats.current.whole(Self.maximumDepth)
            throw .notACatalogue(
                reason: localized(
                    "Its values are nested more than \(most) levels deep. Check the file or the address."))
        }
        frames.append(frame)
    }

    /// The position of the next key or element.
    var nextPosition: CataloguePosition { line.map { .line($0) } ?? .item(entryCount + 1) }

    /// The position of the element just counted.
    var currentPosition: CataloguePosition { line.map { .line($0) } ?? .item(entryCount) }

    static let noCollection = CatalogueFailure.notACatalogue(
        reason: localized("Its outermost value is a string or a number, not a list of photos."))

    private mutating func addRate(_ utf8: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder) {
        let isCode = collection.key.count == 3 && collection.key.allSatisfy { (0x41...0x5A).contains($0) }
        guard isCode, builder.facts.rates.count < Self.maximumRateCount,
            let rate = PhotoDetails.decimal(String(decoding: utf8, as: UTF8.self)), rate > 0
        else { return }
        builder.facts.rates[String(decoding: collection.key, as: UTF8.self)] = rate
    }
}
