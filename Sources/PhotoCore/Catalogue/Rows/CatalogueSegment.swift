/// Consecutive rows of a catalogue; immutable, and shared by copies of the catalogue.
///
/// One buffer holds all text, as UTF-8 (invalid where the document's was): for each row its name, its location, and its
/// optional fields. A row costs twelve bytes plus its text, and two for each optional field.
public final class CatalogueSegment: Sendable {
    /// For each row: name, location and fields, in the layout of `EntryFields`.
    private let text: [UInt8]
    /// Three per row: the ends of its name, location and fields in `text`. The first has `folderFlag` set if the row is
    /// a folder. The second has `problemFlag` set if the text is not a location, but the raw byte of an EntryProblem,
    /// or `unreadByte`.
    private let ends: [UInt32]
    private let positions: CataloguePositions
    /// How many of its rows are folders.
    let folderCount: Int
    /// How many rows it has that say nothing yet; it has no others then.
    private let unreadCount: Int
    /// Keeps the long pictures of its rows' document as long as there are rows of it; nil without any.
    let spool: (any PictureSpool)?

    static let endsPerRow = 3
    static let problemFlag: UInt32 = 1 << 31
    static let folderFlag: UInt32 = 1 << 31
    /// No EntryProblem's: the row says nothing yet, among others that do.
    static let unreadByte: UInt8 = 0

    init(
        text: [UInt8], ends: [UInt32], positions: CataloguePositions, folderCount: Int = 0,
        spool: (any PictureSpool)? = nil
    ) {
        self.spool = spool
        self.text = text
        self.ends = ends
        self.positions = positions
        self.folderCount = folderCount
        unreadCount = 0
    }

    /// This many rows that a server has counted, but not told yet.
    package init(unread count: Int) {
        (text, ends, positions, folderCount) = ([], [], CataloguePositions(), 0)
        unreadCount = max(0, count)
        spool = nil
    }

    /// Whether none of its rows says anything yet.
    var isUnread: Bool { unreadCount > 0 }

    /// Whether a row says nothing yet.
    func isUnread(at row: Int) -> Bool {
        isUnread
            || ends[Self.endsPerRow * row + 1] & Self.problemFlag != 0
                && text[locationRange(at: row).lowerBound] == Self.unreadByte
    }

    /// How many rows it has.
    public var count: Int { isUnread ? unreadCount : ends.count / Self.endsPerRow }

    /// The memory of all its rows, in bytes.
    var byteCount: Int { text.count + ends.count * MemoryLayout<UInt32>.stride + positions.byteCount }

    /// Its bytes of text: names, locations and optional fields.
    public var textByteCount: Int { text.count }

    /// Calls `body` with the UTF-8 of all rows' text, into which ``nameRange(at:)`` and ``range(of:at:in:)`` are
    /// offsets: visits a million rows without creating Strings.
    func withText<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try text.withUnsafeBytesTyped(body)
    }

    /// The range of the row's own name in the text; may be empty.
    func nameRange(at row: Int) -> Range<Int> { isUnread ? 0..<0 : start(of: row)..<nameEnd(of: row) }

    /// Whether the row is a folder: its location is where the folder's own list is.
    func isFolder(at row: Int) -> Bool {
        folderCount > 0 && ends[Self.endsPerRow * row] & Self.folderFlag != 0
    }

    /// The range of a row's field in `text`, from `withText`; nil if absent.
    func range(of field: CatalogueField, at row: Int, in text: UnsafeRawBufferPointer) -> Range<Int>? {
        if isUnread { return nil }
        switch field {
        case .name:
            let range = nameRange(at: row)
            return range.isEmpty ? nil : range
        case .location: return problem(at: row) == nil ? locationRange(at: row) : nil
        default:
            let start = locationRange(at: row).upperBound
            let end = Int(ends[Self.endsPerRow * row + 2])
            guard start < end else { return nil }
            let fields = UnsafeRawBufferPointer(rebasing: text[start..<end])
            guard let range = EntryFields.range(of: field, in: fields) else { return nil }
            return start + range.lowerBound..<start + range.upperBound
        }
    }

    func text(of field: CatalogueField, at row: Int) -> String? {
        withText { text in
            range(of: field, at: row, in: text).map { String(decoding: text[$0], as: UTF8.self) }
        }
    }

    /// Whether the row has more than a name and a location.
    func hasOptionalFields(at row: Int) -> Bool {
        !isUnread && locationRange(at: row).upperBound < Int(ends[Self.endsPerRow * row + 2])
    }

    /// Why the row's entry has no text for a URL; nil if it has.
    func problem(at row: Int) -> EntryProblem? {
        guard !isUnread, ends[Self.endsPerRow * row + 1] & Self.problemFlag != 0 else { return nil }
        return EntryProblem(rawValue: text[locationRange(at: row).lowerBound]) ?? .malformed
    }

    /// The position of the row's entry in the document; nil if its format has none.
    func position(at row: Int) -> CataloguePosition? { isUnread ? nil : positions[row] }

    /// Whether two rows of two segments are equal byte by byte, except for their positions.
    func isSameEntry(_ row: Int, as otherRow: Int, of other: CatalogueSegment) -> Bool {
        if isUnread || other.isUnread { return isUnread && other.isUnread }
        let problem = ends[Self.endsPerRow * row + 1] & Self.problemFlag
        guard problem == other.ends[Self.endsPerRow * otherRow + 1] & Self.problemFlag,
            isFolder(at: row) == other.isFolder(at: otherRow)
        else { return false }
        return (0..<Self.endsPerRow).allSatisfy { part in
            text[range(of: part, row)].elementsEqual(other.text[other.range(of: part, otherRow)])
        }
    }

    /// Whether the locations of two rows of two segments are equal byte by byte, or both have none.
    func hasSameLocation(_ row: Int, as otherRow: Int, of other: CatalogueSegment) -> Bool {
        ownLocation(at: row) == other.ownLocation(at: otherRow)
    }

    private func ownLocation(at row: Int) -> ArraySlice<UInt8>? {
        isUnread || problem(at: row) != nil ? nil : text[locationRange(at: row)]
    }

    /// The rows whose location has these bytes.
    func rows(with location: [UInt8]) -> [Int] {
        if isUnread { return [] }
        return withText { text in
            (0..<count).filter { row in
                let range = locationRange(at: row)
                return range.count == location.count && problem(at: row) == nil && text[range].elementsEqual(location)
            }
        }
    }

    /// Only these rows, in their order.
    func keeping(_ rows: [Int]) -> CatalogueSegment {
        if isUnread { return CatalogueSegment(unread: rows.count) }
        var (kept, keptEnds, keptPositions): ([UInt8], [UInt32], CataloguePositions) = ([], [], CataloguePositions())
        for (place, row) in rows.enumerated() {
            for part in 0..<Self.endsPerRow {
                kept += text[range(of: part, row)]
                let flag = ends[Self.endsPerRow * row + part] & Self.problemFlag
                keptEnds.append(UInt32(truncatingIfNeeded: kept.count) | flag)
            }
            if let position = position(at: row) { keptPositions.append(position, row: place) }
        }
        let folderCount = folderCount == 0 ? 0 : rows.count { isFolder(at: $0) }
        return CatalogueSegment(
            text: kept, ends: keptEnds, positions: keptPositions, folderCount: folderCount, spool: spool)
    }

    /// The bytes of one part of the row: its name, its location or problem, its fields.
    private func range(of part: Int, _ row: Int) -> Range<Int> {
        let index = Self.endsPerRow * row + part
        return (index == 0 ? 0 : Int(ends[index - 1] & ~Self.problemFlag))..<Int(ends[index] & ~Self.problemFlag)
    }

    private func nameEnd(of row: Int) -> Int { Int(ends[Self.endsPerRow * row] & ~Self.folderFlag) }

    private func start(of row: Int) -> Int { row == 0 ? 0 : Int(ends[Self.endsPerRow * row - 1]) }

    /// The bytes of the row's location, or of its problem.
    private func locationRange(at row: Int) -> Range<Int> {
        nameEnd(of: row)..<Int(ends[Self.endsPerRow * row + 1] & ~Self.problemFlag)
    }
}

extension [UInt8] {
    /// `withUnsafeBytes` with typed throws. Inlined: otherwise each call from another module looks up what it returns.
    @inlinable
    public func withUnsafeBytesTyped<Value, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try withUnsafeBytes { bytes in Result { () throws(Failure) -> Value in try body(bytes) } }.get()
    }
}
