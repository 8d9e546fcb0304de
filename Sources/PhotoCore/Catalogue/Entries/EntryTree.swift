import Foundation

/// Makes rows of a document that is a tree of objects, arrays and values, as it streams by: of JSON, of property lists.
///
/// What is read, each told from the others as early as can be:
///
/// - an object from names to URLs, or to objects with the usual keys (``EntryKey``);
/// - an array of URLs, or of objects with the usual keys;
/// - an object that holds such an array, or such an object, under a key like `photos` or `items` (``CollectionKey``);
/// - JSON Feed 1.1 (jsonfeed.org), whose items without a picture are no entries;
/// - one object with the usual keys, alone or one after the other.
///
/// `title`, `currency` and `rates` beside them are the catalogue's facts. An entry that is none of these is a row that
/// says what it is. Depth costs nothing where it is of no use, and has a limit where it is.
public struct EntryTree {
    /// The line on which the next value or key stands, if the document's format counts lines: rows then say their line,
    /// else which entry they are.
    public var line: Int?

    /// What the innermost open object or array is.
    enum Frame {
        /// An array of entries.
        case list
        /// An object that holds entries by name, or a list of them.
        case collection
        /// An entry with the usual keys.
        case entry
        /// An object that is the value of that key of an entry.
        case part(EntryKey)
        /// An array that is.
        case elements(EntryKey)
        /// A feed item's `attachments`.
        case attachments
        /// One of them.
        case attachment
        /// The object `rates`.
        case rates
        /// Of no use, with all in it.
        case skipped
    }
    var frames: [Frame] = []
    /// So many objects and arrays are open within the one that is skipped: of those nothing is kept but their number.
    private var skippedDepth = 0

    /// What the key just read means within an entry or a part of it.
    var meaning: EntryKey?
    /// Whether it is `attachments`.
    var isAttachmentsKey = false

    /// The entry being read.
    var draft = EntryDraft()
    /// How many entries have begun.
    var entryCount = 0
    var entryPosition = CataloguePosition.item(1)
    var attachments = AttachmentDrafts()

    /// The innermost open collection: only one can be undecided.
    var collection = EntryCollection()
    /// Whether it is a JSON Feed.
    var isFeed = false
    /// Whether the entry has a key that only a feed's items have.
    var isFeedItem = false

    /// So deep may objects and arrays be nested that hold entries or parts of them: twenty times the deepest replies
    /// known.
    static let maximumDepth = 128
    /// So many currencies may `rates` have: twice as many as there are.
    static let maximumRateCount = 512

    /// Ready for the document's first value.
    public init() {}

    // MARK: Events

    /// An object begins.
    public mutating func startObject(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
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
    public mutating func key(
        _ utf8: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        switch frames.last {
        case .entry:
            meaning = EntryKey(utf8)
            let packed = PackedKey(utf8)
            isAttachmentsKey = packed == PackedKey.feedAttachments
            if let packed, PackedKey.onlyOfFeedItems.contains(packed) { isFeedItem = true }
        case .part(let outer): meaning = PictureKey.meaning(of: utf8, within: outer)
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

    /// The innermost object ends.
    public mutating func endObject(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        meaning = nil
        if skippedDepth > 0 {
            skippedDepth -= 1
            return
        }
        switch frames.popLast() {
        case .entry: try endEntry(into: &builder)
        case .collection: try endCollection(into: &builder)
        case .attachment: attachments.end()
        default: break
        }
    }

    /// An array begins.
    public mutating func startArray(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        switch frames.last {
        case nil: try push(.list)
        case .list:
            try appendRow(.array, into: &builder)
            try push(.skipped)
        case .collection: try startMember(isArray: true, into: &builder)
        case .entry where isAttachmentsKey: try push(.attachments)
        case .entry, .part: try pushPart(.array) { .elements($0) }
        case .elements, .attachments, .attachment, .rates: try push(.skipped)
        case .skipped: skippedDepth += 1
        }
        meaning = nil
    }

    /// The innermost array ends.
    public mutating func endArray(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        meaning = nil
        if skippedDepth > 0 { skippedDepth -= 1 } else { _ = frames.popLast() }
    }

    /// A text.
    public mutating func string(
        _ utf8: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        switch frames.last {
        case .entry: if let meaning { draft.set(meaning, utf8) }
        case .part: if let meaning { draft.add(meaning, utf8) }
        // As the name in an object would be.
        case .elements(let key): draft.add(key.field == .author ? key.refined(0) : key, utf8)
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

    /// A number, true or false, null, or what else is neither text nor object nor array: `kind` says what, and `utf8`
    /// how it is written, where that is of use.
    public mutating func scalar(
        _ kind: EntryProblem, _ utf8: UnsafeRawBufferPointer? = nil, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        switch frames.last {
        case .entry, .part:
            if let meaning {
                if let utf8, !meaning.field.isURL {
                    draft.set(meaning, utf8)
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

    /// The document ends before its end. What was held back, since what follows might have told what it is, is given.
    public mutating func breakOff(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        if case .collection? = frames.last(where: { if case .collection = $0 { true } else { false } }) {
            try endUndecided(into: &builder)
        }
        frames.removeAll()
    }

    /// Whether all that began has ended.
    public var isAtEnd: Bool { frames.isEmpty }

    // MARK: Frames

    /// The value of an entry's key is an object or an array.
    private mutating func pushPart(
        _ kind: EntryProblem, _ frame: (EntryKey) -> Frame
    ) throws(CatalogueFailure) {
        guard let meaning else { return try push(.skipped) }
        // Where it holds no address, it is what there is instead of one.
        draft.set(meaning, problem: kind)
        try push(frame(meaning))
    }

    mutating func push(_ frame: Frame) throws(CatalogueFailure) {
        guard frames.count < Self.maximumDepth else {
            throw .notACatalogue(
                reason:
                    "Its values are nested more than \(Self.maximumDepth) deep. No catalogue of photos is like that: check that it is the right file or address."
            )
        }
        frames.append(frame)
    }

    /// Where a key or an element that comes now stands.
    var nextPosition: CataloguePosition { line.map { .line($0) } ?? .item(entryCount + 1) }

    /// Where the element that was just counted stands.
    var currentPosition: CataloguePosition { line.map { .line($0) } ?? .item(entryCount) }

    static let noCollection = CatalogueFailure.notACatalogue(
        reason: "Its outermost value is a text or a number, and not a list of photos.")

    private mutating func addRate(_ utf8: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder) {
        let isCode = collection.key.count == 3 && collection.key.allSatisfy { (0x41...0x5A).contains($0) }
        guard isCode, builder.facts.rates.count < Self.maximumRateCount,
            let rate = PhotoDetails.decimal(String(decoding: utf8, as: UTF8.self)), rate > 0
        else { return }
        builder.facts.rates[String(decoding: collection.key, as: UTF8.self)] = rate
    }
}
