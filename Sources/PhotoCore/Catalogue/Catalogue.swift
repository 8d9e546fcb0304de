import Foundation

/// The photos' names and locations, in the document's order: ten, or a million.
///
/// A value made of immutable segments: copies share them, and appending one takes time proportional to the number of
/// segments. URLs and Strings are created on demand.
public struct Catalogue: Sendable {
    /// The maximum size of an encoded catalogue: 512 MiB.
    ///
    /// A million rows with long URLs are 110 MB as XML, so four million fit, and an endless reply ends before it fills
    /// 4 GB of memory. The limit also applies to decompressed text, which keeps every offset within 31 bits.
    static let maximumByteCount = 512 << 20
    /// 10 million: ten times the largest known catalogues, and less than half of what GTK's list can count in pixels
    /// (2^31, at 97 per row). A byte limit is not enough: an entry of a binary property list can take two bytes.
    static let maximumRowCount = 10_000_000

    /// The maximum UTF-8 length of a stored name; longer names are cut and end in “…”.
    static let maximumNameByteCount = 64 << 10

    /// The maximum UTF-8 length of a displayed name. A name is one line of about a hundred characters, and laying out
    /// megabytes would freeze the window.
    static let maximumShownNameByteCount = 4 << 10

    /// The maximum UTF-8 length of an entry's URL: eight times what common servers accept.
    static let maximumLocationByteCount = 64 << 10

    /// The document's URL.
    public let url: URL
    /// The address that was asked for, if a redirect led from it to ``url``.
    package var askedFor: URL?
    /// Facts about the whole catalogue.
    public var facts = CatalogueFacts() { didSet { base = Self.base(facts, of: url) } }
    /// The document's version, if the server tells versions apart.
    public var version: BodyVersion?
    /// Whether it came from disk, unchecked for lack of a network.
    public var isStale = false
    /// Whether the connection ended without a mark, in a format that can end anywhere: rows may be missing.
    public var mayBeCutShort = false
    /// Whether all rows are there: false while it is read, and after a cancellation or failure.
    public var isComplete = false

    /// The base of relative URLs: the document's own base, or its URL.
    public private(set) var base: URL
    /// The rows, in order.
    public private(set) var segments: [CatalogueSegment] = []
    /// The row after each segment's last.
    private var segmentEnds: [Int] = []
    /// The base of relative URLs of each segment that came from another document; nil for the catalogue's own base.
    private var segmentBases: [URL?] = []
    /// The further documents that the last one read has named.
    package var more = NamedDocuments()

    /// An empty catalogue for the document at `url`.
    public init(from url: URL) {
        self.url = url
        base = url
    }

    /// How many rows there are.
    public var count: Int { segmentEnds.last ?? 0 }

    /// How many of the rows are folders.
    public var folderCount: Int { segments.reduce(0) { $0 + $1.folderCount } }

    /// How many of the rows are photos, or failed to name one.
    public var photoCount: Int { count - folderCount }

    /// The memory of all rows, in bytes.
    public var byteCount: Int { segments.reduce(0) { $0 + $1.byteCount } }

    /// Adds rows at the end.
    public mutating func append(_ segment: CatalogueSegment) { append(segment, base: nil) }

    /// Adds rows of another document at the end, whose URLs are relative to `base`.
    package mutating func append(_ segment: CatalogueSegment, base: URL?) {
        segmentEnds.append(count + segment.count)
        segments.append(segment)
        segmentBases.append(base)
    }

    /// The segment of a row, and the row's index in it. `row` is `0 ..< count`.
    func place(of row: Int) -> (segment: CatalogueSegment, row: Int) {
        let place = segmentIndex(of: row)
        return (segments[place], place == 0 ? row : row - segmentEnds[place - 1])
    }

    /// Other rows in place of a segment's: of the same document, in any number.
    mutating func replaceSegment(_ index: Int, with segment: CatalogueSegment) {
        let change = segment.count - segments[index].count
        segments[index] = segment
        guard change != 0 else { return }
        for later in index..<segments.count { segmentEnds[later] += change }
    }

    /// The row after a segment's last.
    func end(ofSegment index: Int) -> Int { segmentEnds[index] }

    func segmentIndex(of row: Int) -> Int {
        (0..<segments.count - 1).first(reaching: { segmentEnds[$0] > row })
    }

    /// Whether rows of further documents have been added.
    package var hasSeveralDocuments: Bool { segmentBases.contains { $0 != nil } }

    /// The base of a row's relative URLs. `row` is `0 ..< count`.
    package func base(at row: Int) -> URL { segmentBases[segmentIndex(of: row)] ?? base }

    // MARK: Rows

    /// The name to display: the entry's own or, if that is empty, the last part of its URL; cut if too long, and fit to
    /// be shown.
    public func name(at row: Int) -> String {
        let own = ShownText.line(ownName(at: row))
        guard own.isEmpty else { return own }
        if isUnread(at: row) { return monthName(at: row) }
        guard let url = folder(at: row) ?? (try? location(at: row).get()) else {
            return ShownText.line(URLText.withoutPassword(text(of: .location, at: row) ?? ""))
        }
        let last = url.shownName
        return last.isEmpty || last == "/"
            ? ShownText.line(url.namedHost ?? url.withoutPassword.absoluteString) : last
    }

    private func ownName(at row: Int) -> String {
        let (segment, place) = place(of: row)
        return segment.withText { text in
            let range = segment.nameRange(at: place)
            let limit = Self.maximumShownNameByteCount
            if range.count <= limit { return String(decoding: text[range], as: UTF8.self) }
            var end = range.lowerBound + limit - "…".utf8.count
            while text[end] & 0b1100_0000 == 0b1000_0000, end > range.lowerBound { end -= 1 }
            return String(decoding: text[range.lowerBound..<end], as: UTF8.self) + "…"
        }
    }

    /// Whether the row is a folder, not a photo.
    public func isFolder(at row: Int) -> Bool {
        let (segment, place) = place(of: row)
        return segment.isFolder(at: place)
    }

    /// Where the list of a folder's row is; nil for a photo, and for a folder that has no usable address.
    public func folder(at row: Int) -> URL? {
        let (segment, place) = place(of: row)
        guard segment.isFolder(at: place), let text = segment.text(of: .location, at: place) else { return nil }
        return try? PhotoLocation.resolve(text, against: base(at: row)).get()
    }

    /// The rows that are folders, in order. Takes time proportional to the rows of the segments that have any.
    package var folders: [Int] {
        var (folders, first): ([Int], Int) = ([], 0)
        for segment in segments {
            if segment.folderCount > 0 {
                folders += (0..<segment.count).filter { segment.isFolder(at: $0) }.map { first + $0 }
            }
            first += segment.count
        }
        return folders
    }

    /// The photo's absolute http, https or file URL. Computed at each call.
    public func location(at row: Int) -> Result<URL, LocationFailure> {
        let (segment, place) = place(of: row)
        if segment.isFolder(at: place) { return .failure(.folder) }
        if segment.isUnread(at: place) { return .failure(.unread) }
        if let problem = segment.problem(at: place) { return .failure(.entry(problem)) }
        return PhotoLocation.resolve(segment.text(of: .location, at: place) ?? "", against: base(at: row))
    }

    /// The meaning of an address that the document contains; nil if it may not be opened.
    func resolved(_ address: String) -> URL? { try? PhotoLocation.resolve(address, against: base).get() }

    /// The URL of a thumbnail; nil if the entry names none that may be opened.
    package func thumbnailLocation(at row: Int) -> URL? { url(of: .thumbnail, at: row) }

    /// The position of the row's entry in the document; nil if its format has none.
    public func position(at row: Int) -> CataloguePosition? {
        let (segment, place) = place(of: row)
        return segment.position(at: place)
    }

    /// A field of the row as in the document; nil if absent.
    public func text(of field: CatalogueField, at row: Int) -> String? {
        let (segment, place) = place(of: row)
        return segment.text(of: field, at: place)
    }

    /// All that the catalogue says about the row's photo.
    public func details(at row: Int) -> PhotoDetails { PhotoDetails(of: row, in: self) }

    func url(of field: CatalogueField, at row: Int) -> URL? {
        text(of: field, at: row).flatMap { try? PhotoLocation.resolve($0, against: base(at: row)).get() }
    }

    /// The base of relative URLs in a document from `url`.
    static func base(_ facts: CatalogueFacts, of url: URL) -> URL {
        guard let base = facts.base, case .success(let resolved) = PhotoLocation.resolve(base, against: url) else {
            return url
        }
        return resolved
    }
}

extension Catalogue {
    /// Whether two rows of two catalogues are equal; false for numbers out of range.
    func isSameEntry(_ row: Int, as otherRow: Int, of other: Catalogue) -> Bool {
        guard (0..<count).contains(row), (0..<other.count).contains(otherRow),
            base(at: row) == other.base(at: otherRow)
        else { return false }
        let (mine, theirs) = (place(of: row), other.place(of: otherRow))
        return mine.segment.isSameEntry(mine.row, as: theirs.row, of: theirs.segment)
    }

    /// The row whose photo has the same location as that of `row` in `other`: the first from the same number on,
    /// otherwise the last before it. For a worker: a million rows take milliseconds. Nil if there is none.
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

    /// The rows with the name and the location of one of `rows` of another catalogue; in place of unread ones, those at
    /// the same places of the same months. For a worker: about 0.1 µs per row.
    public func rows(like rows: EntrySet, of other: Catalogue) -> EntrySet {
        if rows.isEmpty { return EntrySet() }
        var found = unreadRows(like: rows, of: other)
        // They have nothing that tells one from another.
        let wanted = Set(rows.numbers.filter { !other.isUnread(at: $0) }.map { other.identityHash(of: $0) })
        if wanted.isEmpty { return found }
        for row in 0..<count where wanted.contains(identityHash(of: row)) && !isUnread(at: row) { found.insert(row) }
        return found
    }

    /// The rows at the places of those that are unread in the other catalogue, in months of which the servers say the
    /// same.
    private func unreadRows(like rows: EntrySet, of other: Catalogue) -> EntrySet {
        var found = EntrySet()
        guard let months = facts.months, let known = other.facts.months, months.sections.count == segments.count,
            known.sections.count == other.segments.count
        else { return found }
        let places = months.placesOfSections
        for section in known.sections.indices {
            let old = other.rows(ofLibraryMonth: section)
            guard rows.intersects(old), let place = places[known.key(ofSection: section)] else { continue }
            let new = self.rows(ofLibraryMonth: place)
            if old.count != new.count { continue }
            if other.isUnreadMonth(section), rows.count(in: old) == old.count {
                found.insert(new)
                continue
            }
            for row in rows.entries(in: old) where other.isUnread(at: row) {
                found.insert(new.lowerBound + row - old.lowerBound)
            }
        }
        return found
    }

    /// Equal for rows with the same name and location; almost surely different for a million others.
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

    /// Whether both have the same names, locations, fields and facts in the same order, regardless of encoding and
    /// source.
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

/// A document's facts about its whole catalogue.
public struct CatalogueFacts: Sendable, Equatable {
    /// The format it was read as, for a person: "XML property list". Shown in the reader's language with
    /// `localizedReason`.
    public var formatName = ""
    /// The catalogue's title.
    public var title: String?
    /// The base of relative URLs, as in the document; nil for the document's own URL. It may be relative, and is used
    /// only if such a document may name it.
    public var base: String?
    /// Equal values in each currency, by ISO 4217: `["USD": 1, "GBP": 0.60, "JPY": 102.53]`.
    var rates: [String: Decimal] = [:]
    /// The currency of prices that name none, by ISO 4217.
    var currency: String?
    /// The address of the document or folder that is meant instead of this one, which only names it.
    package var leadsTo: String?
    /// How many folders within could not be read.
    public package(set) var unreadableFolderCount = 0
    /// How many photos of a store are no rows, because no address can name them: parts of their names are only dots.
    public package(set) var withoutAddressCount = 0
    /// Whether its server may have more photos, but lists no more of them.
    package var isCutByServer = false
    /// The catalogue's further documents.
    package var more = NextPages()
    /// Whether it is a web page that has been read to its end, shows no photos, and asks for no password.
    package var isPageWithoutPhotos = false
    /// The names on a page of a store; nil for other documents, and without any.
    package var objects: ObjectPage?
    /// The months of a library, whose rows become known month by month; nil for other catalogues.
    package var months: LibraryMonths?
    /// Whether the months are those of an earlier time: their server has not been asked.
    package var isKept = false
    /// The rule by which its photos were found; nil for evidence, and for formats with rules of their own.
    package var rule: ReadingRule?
    /// Whether it is a WebDAV server's list of a folder.
    package var isFolderList = false
    /// The version of the folder that was read, which changes with anything in it: "etag:…"; nil without one.
    package var version: String?
    /// What has become of each of several libraries; none for other catalogues.
    package var lines: [AllLibraries.Line] = []
    /// The library whose photos these are; nil for other catalogues.
    package var library: LibraryLocation?

    /// No facts.
    public init() {}

    /// A price in another currency; nil if the catalogue lacks either rate. Not rounded.
    func convert(_ price: Decimal, from currency: String, to other: String) -> Decimal? {
        guard let from = rates[currency], let to = rates[other], from > 0 else { return nil }
        return price * to / from
    }
}
