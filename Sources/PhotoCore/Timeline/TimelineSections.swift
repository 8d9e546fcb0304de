/// The months of a timeline in the order of display, and the days in those of which more is known than their number.
///
/// A pure value that knows neither catalogues nor servers. The months' counts are enough to span the whole timeline;
/// a month is filled in when more is known of it:
///
///     var sections = TimelineSections([(month: may, count: 70_000), (month: nil, count: 3)])
///     sections.fill(0, with: TimelineSections.Content(days: days, ratios: ratios))
///
/// Rows are numbered through all months, in the order of display.
package struct TimelineSections: Sendable {
    /// Consecutive photos of one day.
    package struct Day: Equatable, Sendable {
        /// 1 to 31; 0 where the photos have no day.
        package let day: UInt8
        /// How many there are.
        package fileprivate(set) var count: Int32
        /// The sum of their ratios, which tells how much room they take.
        package fileprivate(set) var width: Float
    }

    /// What is known of a month's photos, in the order of display. To be made by a worker: 70,000 take milliseconds.
    package struct Content: Sendable {
        package fileprivate(set) var days: [Day] = []
        /// One for each photo.
        package fileprivate(set) var ratios: [TimelineRatio] = []

        /// No photos.
        init() {}

        /// The same photos, the last one first.
        package var reversed: Content {
            var other = Content()
            (other.days, other.ratios) = (days.reversed(), ratios.reversed())
            return other
        }

        /// Photos with the day of each in its month, 1 to 31 or 0 for none, and its ratio. A missing ratio is a
        /// square's.
        package init(days: [UInt8], ratios: [TimelineRatio]) {
            self.ratios.reserveCapacity(days.count)
            for (number, day) in days.prefix(TimelineSections.mostInMonth).enumerated() {
                append(day: min(day, 31), number < ratios.count ? ratios[number] : .square)
            }
        }
    }

    /// One month.
    package struct Section: Sendable {
        /// Nil for photos without a date, and for folders.
        package let month: TimelineMonth?
        /// Whether its rows are no photos, but folders.
        package var isOfFolders = false
        package fileprivate(set) var count: Int
        /// Its photos; nil while only their number is known.
        package fileprivate(set) var content: Content?
    }

    package private(set) var sections: [Section] = []
    /// The first row of each section, and at last the number of all rows.
    private var firstRows: [Int] = [0]

    /// No month has more photos: lines of photos are counted in 32 bits.
    package static let mostInMonth = 100_000_000

    /// No photos.
    package init() {}

    /// Months in the order of display, of which only the numbers of their photos are known; nil is "No Date". Empty
    /// months are left out.
    package init(_ months: some Sequence<(month: TimelineMonth?, count: Int)>) {
        for (month, count) in months where count > 0 {
            sections.append(Section(month: month, count: min(count, Self.mostInMonth)))
        }
        renumber(from: 0)
    }

    /// Sections in the order of display whose photos are known; empty ones are left out.
    init(_ known: [(month: TimelineMonth?, isOfFolders: Bool, content: Content)]) {
        sections = known.compactMap { month, isOfFolders, content in
            content.ratios.isEmpty
                ? nil
                : Section(month: month, isOfFolders: isOfFolders, count: content.ratios.count, content: content)
        }
        renumber(from: 0)
    }

    private mutating func renumber(from first: Int) {
        firstRows.removeLast(firstRows.count - 1 - first)
        firstRows.reserveCapacity(sections.count + 1)
        for section in sections[first...] { firstRows.append(firstRows[firstRows.count - 1] + section.count) }
    }

    /// How many photos there are.
    package var rowCount: Int { firstRows[firstRows.count - 1] }

    /// The rows of a section, `0 ..< sections.count`.
    package func rows(of section: Int) -> Range<Int> { firstRows[section]..<firstRows[section + 1] }

    /// The section of a row, `0 ..< rowCount`.
    package func section(ofRow row: Int) -> Int {
        max(0, min(firstRows.indices.first(reaching: { firstRows[$0] > row }) - 1, sections.count - 1))
    }

    /// The section of a month; nil if there is none.
    package func section(of month: TimelineMonth?) -> Int? { sections.firstIndex { $0.month == month } }

    /// The day of a row; nil where it is not known.
    package func day(ofRow row: Int) -> TimelineDay? {
        guard (0..<rowCount).contains(row) else { return nil }
        let number = section(ofRow: row)
        guard let month = sections[number].month, let content = sections[number].content else { return nil }
        var left = row - firstRows[number]
        for day in content.days {
            if left < day.count { return day.day == 0 ? nil : TimelineDay(month, day: Int(day.day)) }
            left -= Int(day.count)
        }
        return nil
    }

    /// The ratio of a row; a square's where it is not known.
    package func ratio(ofRow row: Int) -> TimelineRatio {
        guard (0..<rowCount).contains(row) else { return .square }
        let number = section(ofRow: row)
        return sections[number].content?.ratios[row - firstRows[number]] ?? .square
    }

    /// Tells the photos of a section. Where there are more or fewer of them than was said, the section's count is
    /// corrected, and the rows of later sections get other numbers. No photos at all empty the section, which stays.
    package mutating func fill(_ section: Int, with content: Content) {
        guard sections.indices.contains(section) else { return }
        sections[section].content = content
        let count = content.ratios.count
        guard count != sections[section].count else { return }
        sections[section].count = count
        renumber(from: section)
    }

    /// The same photos, the last one first.
    package var reversed: TimelineSections {
        var other = TimelineSections()
        other.sections = sections.reversed().map { section in
            var section = section
            section.content = section.content?.reversed
            return section
        }
        other.renumber(from: 0)
        return other
    }

    /// The mean of the ratios that are known; of a camera's photos if none is.
    package var meanRatio: Double {
        var (sum, count) = (0.0, 0)
        for section in sections {
            guard let content = section.content else { continue }
            sum += content.days.reduce(0) { $0 + Double($1.width) }
            count += section.count
        }
        return count > 0 ? sum / Double(count) : TimelineRatio.usual
    }
}

extension TimelineSections.Content {
    /// Adds a photo of a day of the month, 0 for none.
    mutating func append(day: UInt8, _ ratio: TimelineRatio) {
        ratios.append(ratio)
        if days.last?.day != day { days.append(.init(day: day, count: 0, width: 0)) }
        days[days.count - 1].count += 1
        days[days.count - 1].width += Float(ratio.value)
    }
}
