extension TimelineGeometry {
    // MARK: - Headings

    /// The heading of a month or of a day.
    package struct Heading: Equatable, Sendable {
        /// The month of the section; nil for "No Date" and "Folders".
        package let month: TimelineMonth?
        /// Whether folders are below it.
        package var isOfFolders = false
        /// Nil for the heading of a month.
        package let day: TimelineDay?
        package let frame: TimelineFrame
        /// The first row below it.
        package let row: Int
    }

    /// The headings that are at least partly between two positions, from the top down.
    package func headings(from top: Double, to bottom: Double) -> [Heading] {
        guard rowCount > 0, bottom > top, bottom > 0, top < length else { return [] }
        var headings: [Heading] = []
        for number in section(at: top)...section(at: bottom) where sections.sections[number].count > 0 {
            let (month, isOfFolders) = (sections.sections[number].month, sections.sections[number].isOfFolders)
            let (start, first) = (extent(of: number).lowerBound, sections.rows(of: number).lowerBound)
            func add(_ day: TimelineDay?, _ y: Double, _ height: Double, _ row: Int) {
                guard y < bottom, y + height > top else { return }
                let x = style.isRightToLeft ? style.trailing : style.leading
                let frame = TimelineFrame(x: x, y: y, width: style.lineWidth, height: height)
                headings.append(
                    Heading(month: month, isOfFolders: isOfFolders, day: day, frame: frame, row: row))
            }
            add(nil, start, style.monthHeading, first)
            guard let month, let lines = exactLines(of: number) else { continue }
            let days = lines.days
            let shown = days.indices.first(reaching: { start + days[$0].top + style.dayHeading > top })
            for day in days[shown...] {
                if start + day.top >= bottom { break }
                guard day.day > 0 else { continue }
                add(TimelineDay(month, day: Int(day.day)), start + day.top, style.dayHeading, first + Int(day.firstRow))
            }
        }
        return headings
    }

    // MARK: - What the eye is on

    /// A row, and how far its upper edge is above that of the screen.
    package struct Anchor: Equatable, Sendable {
        package var row: Int
        package var offset: Double

        package init(row: Int, offset: Double) { (self.row, self.offset) = (row, offset) }
    }

    /// What stays where it is while heights are corrected: the first row that is at least partly on a screen at
    /// `position`.
    package func anchor(at position: Double) -> Anchor {
        let row = row(at: position)
        return Anchor(row: row, offset: position - frame(of: row).y)
    }

    /// The position at which an anchor's row is where it was.
    package func position(of anchor: Anchor) -> Double { max(0, frame(of: anchor.row).y + anchor.offset) }

    /// The position at which a row is the first on the screen, with the headings above it if it is the first of its
    /// day.
    package func position(revealing row: Int) -> Double {
        guard rowCount > 0 else { return 0 }
        let line = line(ofRow: row)
        let section = sections.section(ofRow: line.lowerBound)
        let first = sections.rows(of: section).lowerBound
        let y = frame(of: row).y
        if line.lowerBound == first { return extent(of: section).lowerBound }
        guard let lines = exactLines(of: section) else { return y }
        let number = lines.line(ofRow: line.lowerBound - first)
        let day = lines.days[lines.day(ofLine: number)]
        return Int(day.firstLine) == number ? extent(of: section).lowerBound + day.top : y
    }

    // MARK: - Points

    /// The row at a point of the timeline; nil between photos.
    package func row(atX x: Double, y: Double) -> Int? {
        guard rowCount > 0, y >= 0, y < length else { return nil }
        return line(ofRow: row(at: y)).first { row in
            let frame = frame(of: row)
            return frame.x <= x && x < frame.x + frame.width && frame.y <= y && y < frame.bottom
        }
    }

    /// The row of `line` whose middle is nearest to `x`.
    package func row(of line: Range<Int>, nearestToX x: Double) -> Int? {
        func distance(_ row: Int) -> Double {
            let frame = frame(of: row)
            return abs(frame.x + frame.width / 2 - x)
        }
        return line.min { distance($0) < distance($1) }
    }
}
