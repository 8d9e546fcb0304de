import Foundation

/// Collects a catalogue's rows from the fields of entries, in any order, and returns them in segments. Every entry
/// becomes a row: an entry that cannot be a photo says why when asked for its location.
///
/// Fields are raw UTF-8, and no String is created. Names stay unchanged; other fields are trimmed.
/// ``CatalogueField/maximumByteCount`` is their limit.
///
///     builder.add(.name, nameBytes)
///     builder.add(.location, urlBytes)
///     try builder.endEntry(at: .line(7))
public struct CatalogueBuilder {
    /// Facts about the whole catalogue.
    public var facts = CatalogueFacts()
    /// The number of rows so far, including those already taken.
    public private(set) var count = 0
    /// How many of them are folders.
    public private(set) var folderCount = 0
    /// Whether the catalogue is no longer wanted. ``endEntry(at:problem:isFolder:)`` checks every few thousand rows;
    /// parsers that work long without an entry check it themselves.
    package let isCancelled: @Sendable () -> Bool

    /// What was taken for a photo in a tree of any vocabulary, and why; nil for formats with rules of their own.
    package var shape: PhotoShape?
    /// What was taken for a photo on a page or in a feed, and what was left out.
    package var pictures = PictureTrace()

    /// Whether the rows must be those of now: what is kept from an earlier time does not do.
    package var revalidates = false
    /// The version that is shown already; nil if none is, or if it has no version. If it is still that of now, no rows
    /// are needed.
    package var known: BodyVersion?
    /// The version of what was made; nil if there is nothing to compare. Known at its end.
    package var version: BodyVersion?
    /// Whether it is the known version: then it has no rows.
    package var isUnchanged = false

    /// When pages that fail are asked for again.
    package var retries = PageRetries()

    /// Keeps the long pictures of the document; nil without any.
    package var spool: (any PictureSpool)?

    private var scratch = EntryScratch()
    private var text: [UInt8] = []
    private var ends: [UInt32] = []
    private var positions = CataloguePositions()
    /// The folders among the rows not yet taken.
    private var waitingFolderCount = 0
    /// The bytes of text already taken.
    private var takenByteCount = 0
    private let limit: Int
    private let rowLimit: Int

    /// An empty builder.
    public init(isCancelled: @escaping @Sendable () -> Bool = { false }) {
        self.init(limit: Catalogue.maximumByteCount, isCancelled: isCancelled)
    }

    init(
        limit: Int, rowLimit: Int = Catalogue.maximumRowCount, isCancelled: @escaping @Sendable () -> Bool = { false }
    ) {
        self.rowLimit = rowLimit
        self.limit = min(limit, Int(CatalogueSegment.problemFlag - 1) - (1 << 20))
        self.isCancelled = isCancelled
    }

    /// The number of rows not yet taken.
    public var waitingCount: Int { ends.count / CatalogueSegment.endsPerRow }
    /// Their bytes of text.
    var waitingByteCount: Int { text.count }
    /// The bytes of text of all rows.
    var byteCount: Int { takenByteCount + text.count }

    // MARK: The entry being read

    /// Adds a field to the entry. The first of each kind wins.
    public mutating func add(_ field: CatalogueField, _ utf8: UnsafeRawBufferPointer) {
        scratch.begin(field)
        scratch.append(utf8)
    }

    /// Adds a field to the entry. The first of each kind wins.
    public mutating func add(_ field: CatalogueField, _ text: String) {
        var text = text
        text.withUTF8 { add(field, UnsafeRawBufferPointer($0)) }
    }

    /// Ends the entry, which becomes a row. `position` is its start in the document, if known. With a `problem`, the
    /// row drops its location and reports the problem instead. `isFolder` marks a row that is no photo: its location is
    /// a folder's, whose photos it opens.
    ///
    /// Throws `tooLarge` if the text of all rows exceeds the limit, `tooManyPhotos` if there are too many, and
    /// `cancelled` if they are no longer wanted.
    public mutating func endEntry(
        at position: CataloguePosition?, problem: EntryProblem? = nil, isFolder: Bool = false
    ) throws(CatalogueFailure) {
        scratch.close()
        let problem = problem ?? (scratch.isLocationTooLong ? .tooLong : nil)
        try endEntry(at: position, byte: problem?.rawValue, isFolder: isFolder)
    }

    /// Ends the entry, whose fields are closed. `byte` is in the location's place if there is none.
    private mutating func endEntry(
        at position: CataloguePosition?, byte: UInt8?, isFolder: Bool = false
    ) throws(CatalogueFailure) {
        text.append(contentsOf: scratch.name)
        ends.append(UInt32(truncatingIfNeeded: text.count) | (isFolder ? CatalogueSegment.folderFlag : 0))
        if let byte {
            text.append(byte)
            ends.append(UInt32(truncatingIfNeeded: text.count) | CatalogueSegment.problemFlag)
        } else {
            text.append(contentsOf: scratch.location)
            ends.append(UInt32(truncatingIfNeeded: text.count))
        }
        text.append(contentsOf: scratch.fields)
        ends.append(UInt32(truncatingIfNeeded: text.count))
        if let position { positions.append(position, row: waitingCount - 1) }
        scratch.removeAll()
        count += 1
        if isFolder {
            folderCount += 1
            waitingFolderCount += 1
        }
        if byteCount > limit { throw .tooLarge(limit: limit) }
        if count > rowLimit { throw .tooManyPhotos(limit: rowLimit) }
        if count & 0xFFF == 0, isCancelled() { throw .cancelled }
    }

    // MARK: Whole entries

    /// Adds an entry with the text of its URL. Throws like ``endEntry(at:problem:isFolder:)``.
    public mutating func append(
        name: String, location: String, at position: CataloguePosition? = nil
    ) throws(CatalogueFailure) {
        add(.name, name)
        add(.location, location)
        try endEntry(at: position)
    }

    /// Adds an entry without text for a URL. Throws like ``endEntry(at:problem:isFolder:)``.
    mutating func append(
        name: String, problem: EntryProblem, at position: CataloguePosition? = nil
    ) throws(CatalogueFailure) {
        add(.name, name)
        try endEntry(at: position, problem: problem)
    }

    /// Adds a row that says nothing yet. Throws like ``endEntry(at:problem:isFolder:)``.
    mutating func appendUnread() throws(CatalogueFailure) {
        try endEntry(at: nil, byte: CatalogueSegment.unreadByte)
    }

    // MARK: Handing over

    /// The rows accumulated since the last call; nil if there are none.
    public mutating func takeSegment() -> CatalogueSegment? {
        guard !ends.isEmpty else { return nil }
        // Exact copies: arrays that grew by doubling have up to twice the capacity.
        let segment = CatalogueSegment(
            text: text.withUnsafeBufferPointer(Array.init), ends: ends.withUnsafeBufferPointer(Array.init),
            positions: positions, folderCount: waitingFolderCount, spool: spool)
        waitingFolderCount = 0
        takenByteCount += text.count
        text.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        positions.removeAll()
        return segment
    }

    /// All accumulated rows, as the catalogue of the document at `url`.
    public consuming func finish(from url: URL) -> Catalogue {
        var catalogue = Catalogue(from: url)
        if let segment = takeSegment() { catalogue.append(segment) }
        catalogue.facts = facts
        catalogue.isComplete = true
        return catalogue
    }
}
