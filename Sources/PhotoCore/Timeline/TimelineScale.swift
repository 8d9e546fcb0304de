/// The scrubber of a timeline: a track as high as the screen that stands for all of it. A pure value; lengths are in
/// points.
///
/// A point of the track stands for the part of the timeline that is at the same height of the screen, once the timeline
/// is scrolled there.
package struct TimelineScale: Sendable {
    /// A year or a month on the track.
    package struct Label: Equatable, Sendable {
        /// The middle of the label.
        package let y: Double
        /// The first month of a year; nil for "No Date".
        package let month: TimelineMonth?
        /// Whether it names the year; otherwise the month, or what has no date.
        package let isYear: Bool
    }

    private let length: Double
    private let page: Double
    /// The height of the track.
    package let height: Double

    /// The track of a timeline that is this long, of which a `page` is on screen.
    package init(length: Double, page: Double, height: Double) {
        func held(_ length: Double) -> Double { length.isFinite ? max(0, length) : 0 }
        self.length = held(length)
        self.page = held(page)
        self.height = held(height)
    }

    private var end: Double { max(0, length - page) }

    private func fraction(_ y: Double) -> Double { height > 0 && y > 0 ? min(y / height, 1) : 0 }

    /// The scroll position for a point of the track.
    package func position(at y: Double) -> Double { fraction(y) * end }

    /// The point of the track for a scroll position.
    package func y(of position: Double) -> Double { end > 0 && position > 0 ? min(position / end, 1) * height : 0 }

    /// The place in the timeline that a point of the track stands for.
    package func place(at y: Double) -> Double { fraction(y) * length }

    /// The labels of `geometry` from the top down, each `labelHeight` high, complete, and clear of the others: years
    /// first, then months where there is room.
    package func labels(of geometry: TimelineGeometry, labelHeight: Double) -> [Label] {
        guard length > 0, labelHeight > 0, height >= labelHeight else { return [] }
        let sections = geometry.sections.sections
        var (years, months): ([Label], [Label]) = ([], [])
        // Of the section above that has photos: others are not seen.
        var yearAbove: Int?
        for (number, section) in sections.enumerated() where section.count > 0 && !section.isOfFolders {
            let middle = geometry.extent(of: number).lowerBound / length * height
            let y = max(labelHeight / 2, min(middle, height - labelHeight / 2))
            let year = section.month?.year
            let label = Label(y: y, month: section.month, isYear: year != nil && year != yearAbove)
            yearAbove = year
            if label.isYear { years.append(label) } else { months.append(label) }
        }
        var taken: [Label] = []
        for label in years where taken.last.map({ label.y - $0.y >= labelHeight }) ?? true { taken.append(label) }
        var (all, next): ([Label], Int) = ([], 0)
        for label in months {
            while next < taken.count, taken[next].y <= label.y {
                all.append(taken[next])
                next += 1
            }
            let isClear = all.last.map { label.y - $0.y >= labelHeight } ?? true
            if isClear, next == taken.count || taken[next].y - label.y >= labelHeight { all.append(label) }
        }
        return all + taken[next...]
    }

    /// What is at a point of the track: the month, and the day where it is known. Nil for folders.
    package func date(at y: Double, of geometry: TimelineGeometry) -> (month: TimelineMonth?, day: TimelineDay?)? {
        guard geometry.rowCount > 0 else { return nil }
        let row = geometry.row(at: place(at: y))
        let section = geometry.sections.section(ofRow: row)
        guard !geometry.sections.sections[section].isOfFolders else { return nil }
        return (geometry.sections.sections[section].month, geometry.sections.day(ofRow: row))
    }
}
