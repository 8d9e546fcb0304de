import Foundation

/// The months of a library on a server: how many photos each has, and where their list is. Newest first.
///
/// A catalogue that has them has a row for each photo from the start. The rows of a month are unread until its list is
/// there: they know nothing but their month.
package struct LibraryMonths: Sendable, Equatable {
    /// One month.
    package struct Month: Sendable, Equatable {
        /// Nil for photos without a date.
        package let month: TimelineMonth?
        /// How many photos it has, as the server says.
        package let count: Int
        /// Where their list is.
        package let address: URL

        /// A month; a count below zero becomes none.
        package init(month: TimelineMonth?, count: Int, address: URL) {
            (self.month, self.address) = (month, address)
            self.count = max(0, min(count, TimelineSections.mostInMonth))
        }
    }

    /// What reads the lists.
    package let kind: LibraryKind
    /// In the order of display. None is empty.
    package let months: [Month]

    /// How many photos they have.
    package var photoCount: Int { months.reduce(0) { $0 + $1.count } }

    /// More photos than this are not shown, like those of other catalogues.
    package static let mostPhotos = Catalogue.maximumRowCount

    /// Months of a library; empty ones are left out.
    package init(_ kind: LibraryKind, _ months: [Month]) {
        self.kind = kind
        self.months = months.filter { $0.count > 0 }
    }
}

/// The kinds of libraries on servers.
package enum LibraryKind: String, Sendable, Equatable {
    case immich
}

extension Catalogue {
    /// Adds the rows of `months`, all of them unread.
    mutating func appendUnread(_ months: LibraryMonths) {
        for month in months.months { append(CatalogueSegment(unread: month.count)) }
    }

    /// The month of a row, as a place in the library's months; nil unless the rows are those of months.
    package func libraryMonth(ofRow row: Int) -> Int? {
        guard let months = facts.months?.months, months.count == segments.count, (0..<count).contains(row) else {
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
    package func isUnread(at row: Int) -> Bool { place(of: row).segment.isUnread }

    /// The name of a row that is unread, or whose photo has none: its month.
    func monthName(at row: Int) -> String {
        guard let months = facts.months?.months, let month = libraryMonth(ofRow: row) else { return "" }
        return DateText.current.text(months[month].month)
    }

    /// The same catalogue with what its `older` version knows: the rows of months that have as many photos as before.
    package func keepingMonths(of older: Catalogue) -> Catalogue {
        guard let months = facts.months?.months, let known = older.facts.months?.months,
            months.count == segments.count, known.count == older.segments.count
        else { return self }
        let places = Dictionary(
            known.enumerated().map { ($0.element.address, $0.offset) }, uniquingKeysWith: { first, _ in first })
        var catalogue = self
        for (place, month) in months.enumerated() {
            guard let old = places[month.address], older.segments[old].count == month.count else { continue }
            catalogue.replaceSegment(place, with: older.segments[old])
        }
        return catalogue
    }
}
