import Foundation

/// The months of a library on a server, or of several: how many photos each has, and where their lists are. Newest
/// first.
///
/// A catalogue that has them has a row for each photo from the start. The rows of a month are unread until its lists
/// are there: they know nothing but their month.
package struct LibraryMonths: Sendable, Equatable {
    /// A month of one library.
    package struct Month: Sendable, Hashable {
        /// Nil for photos without a date.
        package let month: TimelineMonth?
        /// How many photos it has, as the server says.
        package let count: Int
        /// Where their list is.
        package let address: URL
        /// Which of several libraries has it.
        package var library = 0
        /// What reads the list.
        package fileprivate(set) var kind = LibraryKind.immich
        /// Its photos, if there is no list to be read.
        package var known: KnownMonth?

        /// A month; a count below zero becomes none.
        package init(month: TimelineMonth?, count: Int, address: URL, library: Int = 0, known: KnownMonth? = nil) {
            (self.month, self.address, self.library, self.known) = (month, address, library, known)
            self.count = max(0, min(count, TimelineSections.mostInMonth))
        }

        /// As many rows as its list may have: twice as many as were counted, because a month grows after that, and
        /// more of a short one.
        package var mostRows: Int { min(count + max(count, LibraryMonths.mostUncounted), LibraryMonths.mostPhotos) }
    }

    /// A month as it is shown: of one library, or of all that have some of its photos.
    package struct Section: Sendable, Equatable {
        /// Nil for photos without a date.
        package let month: TimelineMonth?
        /// How many photos it has, as the servers say.
        package let count: Int
        /// The places of its lists in `months`.
        package let lists: Range<Int>
    }

    /// In the order of display, those of a section next to each other. None is empty.
    package let months: [Month]
    /// In the order of display.
    package let sections: [Section]

    /// How many photos they have.
    package var photoCount: Int { months.reduce(0) { $0 + $1.count } }

    /// More photos than this are not shown, like those of other catalogues.
    package static let mostPhotos = Catalogue.maximumRowCount
    /// The list of a month may have this many photos more than were counted, or as many again as were counted.
    package static let mostUncounted = 100_000
    /// More months are not shown: a thousand years of them.
    package static let mostMonths = 12_000

    /// Months of a library, those of the same month next to each other; empty ones are left out.
    package init(_ kind: LibraryKind, _ months: [Month]) {
        let months = months.filter { $0.count > 0 }.map { month in
            var month = month
            month.kind = kind
            return month
        }
        (self.months, sections) = (months, Self.sections(of: months))
    }

    /// Months of several libraries, those of the same month in one section; photos without a date come last. Months of
    /// one library keep their order.
    package init(merging libraries: [[Month]]) {
        let all = libraries.joined().filter { $0.count > 0 }.enumerated().sorted { one, other in
            guard one.element.month != other.element.month else { return one.offset < other.offset }
            guard let month = one.element.month else { return false }
            guard let otherMonth = other.element.month else { return true }
            return month > otherMonth
        }.map(\.element)
        (months, sections) = (all, Self.sections(of: all))
    }

    private static func sections(of months: [Month]) -> [Section] {
        var sections: [Section] = []
        for (place, month) in months.enumerated() {
            guard let last = sections.last, last.month == month.month else {
                sections.append(Section(month: month.month, count: month.count, lists: place..<place + 1))
                continue
            }
            sections[sections.count - 1] = Section(
                month: last.month, count: min(last.count + month.count, TimelineSections.mostInMonth),
                lists: last.lists.lowerBound..<place + 1)
        }
        return sections
    }

    /// What a section is recognised by in another version of the library: its lists, and their counts.
    package func key(ofSection section: Int) -> [Month] { Array(months[sections[section].lists]) }

    /// The section of a list; nil for none.
    package func section(ofList list: Int) -> Int? {
        guard months.indices.contains(list) else { return nil }
        return sections.indices.first(reaching: { sections[$0].lists.upperBound > list })
    }

    /// The places of the sections by their keys.
    package var placesOfSections: [[Month]: Int] {
        Dictionary(sections.indices.map { (key(ofSection: $0), $0) }, uniquingKeysWith: { first, _ in first })
    }
}

/// The photos of a month that are known from the start: of a folder, or of a server that tells everything at once.
package struct KnownMonth: Sendable, Hashable {
    /// They.
    package let content: MonthContent
    /// Tells versions apart: a hash of all their text.
    private let version: UInt64

    /// The photos of a month.
    package init(_ content: MonthContent) {
        self.content = content
        version = content.segment.withText { StableHash.of($0) }
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.version == other.version && one.content.segment.count == other.content.segment.count
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(version) }
}

/// The kinds of libraries on servers.
package enum LibraryKind: String, Sendable, Equatable {
    case immich
    case photoPrism = "photoprism"
}

extension Catalogue {
    /// Adds the rows of `months`, all of them unread.
    mutating func appendUnread(_ months: LibraryMonths) {
        for section in months.sections { append(CatalogueSegment(unread: section.count)) }
    }

    /// The month of a row, as a place in the library's sections; nil unless the rows are those of months.
    package func libraryMonth(ofRow row: Int) -> Int? {
        guard let months = facts.months, months.sections.count == segments.count, (0..<count).contains(row) else {
            return nil
        }
        return segmentIndex(of: row)
    }

    /// The rows of a month of the library.
    package func rows(ofLibraryMonth month: Int) -> Range<Int> {
        guard segments.indices.contains(month) else { return 0..<0 }
        let end = self.end(ofSegment: month)
        return end - segments[month].count..<end
    }

    /// The rows of a month of the library, by their places in the month.
    func segment(ofLibraryMonth month: Int) -> CatalogueSegment {
        segments.indices.contains(month) ? segments[month] : CatalogueSegment(unread: 0)
    }

    /// Other rows for a month of the library.
    package mutating func read(libraryMonth month: Int, as segment: CatalogueSegment) {
        if segments.indices.contains(month) { replaceSegment(month, with: segment) }
    }

    /// Makes a month of the library unread again. Returns how many bytes its rows took.
    package mutating func forget(libraryMonth month: Int) -> Int {
        guard segments.indices.contains(month) else { return 0 }
        let bytes = segments[month].byteCount
        replaceSegment(month, with: CatalogueSegment(unread: segments[month].count))
        return bytes
    }

    /// Whether a row says nothing yet but its month.
    package func isUnread(at row: Int) -> Bool {
        let (segment, place) = place(of: row)
        return segment.isUnread(at: place)
    }

    /// How many of these rows say nothing yet but their month. For a worker, if they are many.
    package func unreadCount<Rows: Sequence>(of rows: Rows) -> Int where Rows.Element: BinaryInteger {
        facts.months == nil ? 0 : rows.reduce(0) { isUnread(at: Int($1)) ? $0 + 1 : $0 }
    }

    /// Whether no row of a month of the library says more than that.
    package func isUnreadMonth(_ month: Int) -> Bool {
        segments.indices.contains(month) && segments[month].isUnread
    }

    /// The name of a row that is unread, or whose photo has none: its month.
    func monthName(at row: Int) -> String {
        guard let months = facts.months, let month = libraryMonth(ofRow: row) else { return "" }
        return DateText.current.text(months.sections[month].month)
    }

    /// The row at the place of `row` in the same month of an `older` version: maybe another photo. Nil if the month has
    /// no photos any more, or there are no months.
    package func row(near row: Int, of older: Catalogue) -> Int? {
        guard let known = older.facts.months, let old = older.libraryMonth(ofRow: row), let months = facts.months,
            let new = months.sections.firstIndex(where: { $0.month == known.sections[old].month })
        else { return nil }
        let (before, after) = (older.rows(ofLibraryMonth: old), rows(ofLibraryMonth: new))
        return after.last.map { min(after.lowerBound + row - before.lowerBound, $0) }
    }

    /// The same catalogue with what its `older` version knows: the rows of months of which the servers say the same.
    package func keepingMonths(of older: Catalogue) -> Catalogue {
        guard let months = facts.months, let known = older.facts.months,
            months.sections.count == segments.count, known.sections.count == older.segments.count
        else { return self }
        let places = known.placesOfSections
        var catalogue = self
        for place in months.sections.indices {
            guard let old = places[months.key(ofSection: place)] else { continue }
            let change = older.segments[old].count - segments[place].count
            // Not if more rows than were counted are too many by now.
            guard change <= 0 || catalogue.count + change <= LibraryMonths.mostPhotos else { continue }
            catalogue.replaceSegment(place, with: older.segments[old])
        }
        return catalogue
    }
}
