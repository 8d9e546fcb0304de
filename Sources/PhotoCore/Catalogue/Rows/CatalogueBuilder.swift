import Foundation

/// Collects a catalogue's rows from an entry's fields, in whatever order a document has them, and hands them over in
/// segments. Every entry becomes a row: one that cannot be a photo says why when it is asked for its location.
///
/// Fields come as raw UTF-8 and no String is made of them. A name is kept as it is, white space around anything else is
/// dropped; limits are those of ``CatalogueField/maximumByteCount``.
///
///     builder.add(.name, nameBytes)
///     builder.add(.location, urlBytes)
///     try builder.endEntry(at: .line(7))
public struct CatalogueBuilder {
    /// What the document says of the catalogue as a whole.
    public var facts = CatalogueFacts()
    /// How many rows there are so far, those handed over included.
    public private(set) var count = 0
    /// Whether nobody wants the catalogue any more. ``endEntry(at:problem:)`` asks every few thousand rows; parsers
    /// that work for long without an entry ask it themselves.
    let isCancelled: @Sendable () -> Bool

    private var scratch = EntryScratch()
    private var text: [UInt8] = []
    private var ends: [UInt32] = []
    private var positions = CataloguePositions()
    /// The bytes of text that were handed over.
    private var takenByteCount = 0
    private let limit: Int

    /// An empty builder.
    public init(isCancelled: @escaping @Sendable () -> Bool = { false }) {
        self.init(limit: Catalogue.maximumByteCount, isCancelled: isCancelled)
    }

    init(limit: Int, isCancelled: @escaping @Sendable () -> Bool = { false }) {
        self.limit = min(limit, Int(CatalogueSegment.problemFlag - 1) - (1 << 20))
        self.isCancelled = isCancelled
    }

    /// The rows that wait to be handed over.
    var waitingCount: Int { ends.count / CatalogueSegment.endsPerRow }
    /// The bytes of text that they have.
    var waitingByteCount: Int { text.count }
    /// The bytes of text that all rows have.
    var byteCount: Int { takenByteCount + text.count }

    // MARK: The entry being read

    /// Adds a field to the entry. Of two of a kind the first one counts.
    public mutating func add(_ field: CatalogueField, _ utf8: UnsafeRawBufferPointer) {
        scratch.begin(field)
        scratch.append(utf8)
    }

    /// Adds a field to the entry. Of two of a kind the first one counts.
    public mutating func add(_ field: CatalogueField, _ text: String) {
        var text = text
        text.withUTF8 { add(field, UnsafeRawBufferPointer($0)) }
    }

    /// Ends the entry, which becomes a row. `position` is where it begins in the document, where that can be said; with
    /// a `problem`, what it has for a location is left out and the row says that instead.
    ///
    /// Throws `tooLarge` when the text of all rows is more than a catalogue may hold, `tooManyPhotos` when they are too
    /// many, `cancelled` when nobody wants them.
    public mutating func endEntry(
        at position: CataloguePosition?, problem: EntryProblem? = nil
    ) throws(CatalogueFailure) {
        scratch.close()
        text.append(contentsOf: scratch.name)
        ends.append(UInt32(truncatingIfNeeded: text.count))
        if let problem = problem ?? (scratch.isLocationTooLong ? .tooLong : nil) {
            text.append(problem.rawValue)
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
        if byteCount > limit { throw .tooLarge(limit: limit) }
        if count > Catalogue.maximumRowCount { throw .tooManyPhotos(limit: Catalogue.maximumRowCount) }
        if count & 0xFFF == 0, isCancelled() { throw .cancelled }
    }

    // MARK: Whole entries

    /// Adds an entry with the text that should be its URL. Throws as ``endEntry(at:problem:)`` does.
    public mutating func append(
        name: String, location: String, at position: CataloguePosition? = nil
    ) throws(CatalogueFailure) {
        add(.name, name)
        add(.location, location)
        try endEntry(at: position)
    }

    /// Adds an entry that has no text for a URL. Throws as ``endEntry(at:problem:)`` does.
    mutating func append(
        name: String, problem: EntryProblem, at position: CataloguePosition? = nil
    ) throws(CatalogueFailure) {
        add(.name, name)
        try endEntry(at: position, problem: problem)
    }

    // MARK: Handing over

    /// The rows that have accumulated since the last time; nil where there are none.
    mutating func takeSegment() -> CatalogueSegment? {
        guard !ends.isEmpty else { return nil }
        // Exact copies: what grew by doubling has up to twice the room it needs.
        let segment = CatalogueSegment(
            text: text.withUnsafeBufferPointer(Array.init), ends: ends.withUnsafeBufferPointer(Array.init),
            positions: positions)
        takenByteCount += text.count
        text.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        positions.removeAll()
        return segment
    }

    /// All that has accumulated, as the catalogue of the document at `url`.
    public consuming func finish(from url: URL) -> Catalogue {
        var catalogue = Catalogue(from: url)
        if let segment = takeSegment() { catalogue.append(segment) }
        catalogue.facts = facts
        catalogue.isComplete = true
        return catalogue
    }
}
