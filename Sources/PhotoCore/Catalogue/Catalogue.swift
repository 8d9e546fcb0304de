import Foundation

/// The photos' names and locations, in the document's order: ten, or a million.
///
/// A value made of segments that never change: a copy shares them, and appending one costs no more than there are
/// segments. URLs and Strings are made only when asked for.
public struct Catalogue: Sendable {
    /// The most bytes that an encoded catalogue may have: 512 MiB.
    ///
    /// A million rows with long URLs are 110 MB as XML, so this is room for more than four million, while a reply that
    /// never ends is given up before it fills the memory of a computer with 4 GB. Unpacked text is held to it as well,
    /// which keeps every offset within 31 bits.
    static let maximumByteCount = 512 << 20
    /// 10 million: ten times the largest catalogues known, and less than half of what GTK's list can count in pixels
    /// (2^31, at 97 a row). Bytes alone set no limit: an entry of a binary property list may take two of them.
    static let maximumRowCount = 10_000_000

    /// The most UTF-8 bytes of a name that are kept; a longer one is cut here and ends in “…”.
    static let maximumNameByteCount = 64 << 10

    /// The most UTF-8 bytes of a name that are shown. Names are drawn in one line of some hundred characters, and
    /// laying out megabytes would freeze the window.
    static let maximumShownNameByteCount = 4 << 10

    /// The most UTF-8 bytes that an entry's URL may have: eight times what common servers accept.
    static let maximumLocationByteCount = 64 << 10

    /// Where the document is.
    public let url: URL
    /// What it says of the catalogue as a whole.
    public var facts = CatalogueFacts() { didSet { base = Self.base(facts, of: url) } }
    /// Which version of the document it is, where the server can tell versions apart.
    public var version: BodyVersion?
    /// Whether it came from disk and could not be checked, because the network is gone.
    public var isStale = false
    /// Whether it came over a connection that ended without a word, in a format that can end anywhere: there may be
    /// more.
    public var mayBeCutShort = false
    /// Whether these are all its rows: not so while it is being read, nor after that was cancelled or failed.
    public var isComplete = false

    /// What relative URLs resolve against: the document's own base, or where it is.
    public private(set) var base: URL
    /// The rows, in order.
    private(set) var segments: [CatalogueSegment] = []
    /// The row after each segment's last.
    private var segmentEnds: [Int] = []

    /// The catalogue of the document at `url`, with no rows yet.
    init(from url: URL) {
        self.url = url
        base = url
    }

    /// How many rows there are.
    public var count: Int { segmentEnds.last ?? 0 }

    /// The bytes that all rows take in memory.
    var byteCount: Int { segments.reduce(0) { $0 + $1.byteCount } }

    /// Adds rows at the end.
    mutating func append(_ segment: CatalogueSegment) {
        segmentEnds.append(count + segment.count)
        segments.append(segment)
    }

    /// The segment that holds a row, and which of its rows that is. `row` is `0 ..< count`.
    func place(of row: Int) -> (segment: CatalogueSegment, row: Int) {
        var (low, high) = (0, segments.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if segmentEnds[middle] <= row { low = middle + 1 } else { high = middle }
        }
        return (segments[low], low == 0 ? row : row - segmentEnds[low - 1])
    }

    // MARK: Rows

    /// The name to show: the entry's own or, where that is empty, the last part of its URL; cut where it is too long to
    /// be drawn.
    public func name(at row: Int) -> String {
        let (segment, place) = place(of: row)
        let own = segment.withText { text in
            let range = segment.nameRange(at: place)
            let limit = Self.maximumShownNameByteCount
            if range.count <= limit { return String(decoding: text[range], as: UTF8.self) }
            var end = range.lowerBound + limit - "…".utf8.count
            while text[end] & 0b1100_0000 == 0b1000_0000, end > range.lowerBound { end -= 1 }
            return String(decoding: text[range.lowerBound..<end], as: UTF8.self) + "…"
        }
        guard own.isEmpty else { return own }
        guard case .success(let url) = location(at: row) else { return text(of: .location, at: row) ?? "" }
        let last = url.shownName
        return last.isEmpty || last == "/" ? url.host ?? url.withoutPassword.absoluteString : last
    }

    /// Where the photo is: an absolute http, https or file URL. Made anew at each call.
    public func location(at row: Int) -> Result<URL, LocationFailure> {
        let (segment, place) = place(of: row)
        if let problem = segment.problem(at: place) { return .failure(.entry(problem)) }
        return PhotoLocation.resolve(segment.text(of: .location, at: place) ?? "", against: base)
    }

    /// Where a small picture of the photo is; nil where the entry names none that may be opened.
    func thumbnailLocation(at row: Int) -> URL? { url(of: .thumbnail, at: row) }

    /// Where in the document the row's entry stands; nil where its format does not say.
    public func position(at row: Int) -> CataloguePosition? {
        let (segment, place) = place(of: row)
        return segment.position(at: place)
    }

    /// A field of the row as the document has it; nil where it does not have it.
    public func text(of field: CatalogueField, at row: Int) -> String? {
        let (segment, place) = place(of: row)
        return segment.text(of: field, at: place)
    }

    /// All that the catalogue says of the row's photo.
    public func details(at row: Int) -> PhotoDetails { PhotoDetails(of: row, in: self) }

    func url(of field: CatalogueField, at row: Int) -> URL? {
        text(of: field, at: row).flatMap { try? PhotoLocation.resolve($0, against: base).get() }
    }

    private static func base(_ facts: CatalogueFacts, of url: URL) -> URL {
        guard let base = facts.base, case .success(let resolved) = PhotoLocation.resolve(base, against: url) else {
            return url
        }
        return resolved
    }
}

extension Catalogue {
    /// Whether a row says the same as a row of another catalogue; not so for numbers that are no rows.
    func isSameEntry(_ row: Int, as otherRow: Int, of other: Catalogue) -> Bool {
        guard (0..<count).contains(row), (0..<other.count).contains(otherRow), base == other.base else { return false }
        let (mine, theirs) = (place(of: row), other.place(of: otherRow))
        return mine.segment.isSameEntry(mine.row, as: theirs.row, of: theirs.segment)
    }

    /// The row whose photo has the same location as that of `row` in `other`: the first one from the same number on,
    /// else the last one before it. For a worker: a million rows take some milliseconds. nil where there is none.
    public func row(like row: Int, of other: Catalogue) -> Int? {
        guard (0..<other.count).contains(row), let wanted = other.text(of: .location, at: row).map({ Array($0.utf8) })
        else { return nil }
        var (best, number): (Int?, Int) = (nil, 0)
        for segment in segments {
            let found = segment.rows(with: wanted)
            for match in found.map({ $0 + number }) {
                if match >= row { return match }
                best = match
            }
            number += segment.count
        }
        return best
    }

    /// The rows that have the name and the location of one of `rows` of another catalogue. For a worker: some 0.1 µs a
    /// row.
    public func rows(like rows: EntrySet, of other: Catalogue) -> EntrySet {
        if rows.isEmpty { return EntrySet() }
        let wanted = Set(rows.entries.map { other.identityHash(of: Int($0)) })
        var found = EntrySet()
        for row in 0..<count where wanted.contains(identityHash(of: row)) { found.insert(row) }
        return found
    }

    /// The same for rows with the same name and location; of a million others it is the same for none, almost surely.
    private func identityHash(of row: Int) -> Int {
        let (segment, place) = place(of: row)
        return segment.withText { text in
            var hasher = Hasher()
            hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: text[segment.nameRange(at: place)]))
            hasher.combine(segment.nameRange(at: place).count)
            if let location = segment.range(of: .location, at: place, in: text) {
                hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: text[location]))
            }
            return hasher.finalize()
        }
    }

    /// Whether the other has the same names, locations and fields in the same order, and says the same of the whole,
    /// however it was encoded and wherever it came from.
    public func hasSameContent(as other: Catalogue) -> Bool {
        guard count == other.count, facts.title == other.facts.title, facts.rates == other.facts.rates,
            facts.currency == other.facts.currency
        else { return false }
        return (0..<count).allSatisfy { row in
            let (mine, theirs) = (place(of: row), other.place(of: row))
            return mine.segment.isSameEntry(mine.row, as: theirs.row, of: theirs.segment)
        }
    }
}

/// What a document says of its catalogue as a whole.
public struct CatalogueFacts: Sendable, Equatable {
    /// What it was read as, for a person: "XML property list".
    var formatName = ""
    /// What the catalogue calls itself.
    public var title: String?
    /// The address against which relative URLs resolve, as the document has it; nil: the document's own. It may be
    /// relative itself, and counts only where it is an address that such a document may name.
    public var base: String?
    /// How many units of each currency, by ISO 4217, are worth the same: `["USD": 1, "GBP": 0.60, "JPY": 102.53]`.
    var rates: [String: Decimal] = [:]
    /// The currency of prices that name none, by ISO 4217.
    var currency: String?

    /// Nothing said.
    public init() {}

    /// A price in another currency; nil where the catalogue gives no rate for either. Not rounded.
    func convert(_ price: Decimal, from currency: String, to other: String) -> Decimal? {
        guard let from = rates[currency], let to = rates[other], from > 0 else { return nil }
        return price * to / from
    }
}
