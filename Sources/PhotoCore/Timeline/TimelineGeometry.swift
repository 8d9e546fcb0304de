/// Where the photos and the headings of a timeline are, for two million photos as for two. A pure value; lengths are in
/// points, and y counts from the timeline's upper edge.
///
/// Months are laid out exactly with ``settle(from:to:)`` when they come near the screen, and estimated until then.
/// Where an estimate is corrected, what is below moves: an ``Anchor`` keeps what the eye is on.
package struct TimelineGeometry: Sendable {
    package private(set) var sections: TimelineSections
    package let style: TimelineStyle
    private var bodies: [Body] = []
    /// The top of each section, and at last the end of all.
    private var tops: [Double] = [0]

    private enum Body {
        /// All photos have the same ratio, and the month no days: what is known is their number.
        case even
        /// The photos are known, but not laid out yet.
        case estimated
        case exact(TimelineLines)
    }
    /// Lines of photos with the same ratio: those of an unfilled month.
    private let even: (columns: Int, height: Double)
    /// The heights of the sections.
    private var heights: [Double] = []

    /// What is laid out at once, because it takes no time.
    private static let rowsAtOnce = 50_000

    /// The layout of these months.
    package init(_ sections: TimelineSections = TimelineSections(), style: TimelineStyle) {
        (self.sections, self.style) = (sections, style)
        even = style.evenLine(ratio: sections.meanRatio)
        bodies.reserveCapacity(sections.sections.count)
        heights.reserveCapacity(sections.sections.count)
        for section in sections.sections {
            bodies.append(section.content == nil ? .even : .estimated)
            heights.append(estimate(section))
        }
        stack(from: 0)
        // Not to the estimated end: exact heights may be greater.
        if rowCount <= Self.rowsAtOnce { settle(from: 0, to: .infinity) }
    }

    private mutating func stack(from first: Int) {
        tops.removeLast(tops.count - 1 - first)
        tops.reserveCapacity(heights.count + 1)
        for height in heights[first...] { tops.append(tops[tops.count - 1] + height) }
    }

    private func linesHeight(_ lines: Double, _ height: Double) -> Double {
        max(0, lines * (height + style.gap) - style.gap)
    }

    private func estimate(_ section: TimelineSections.Section) -> Double {
        guard let content = section.content else {
            let lines = (section.count + even.columns - 1) / even.columns
            return style.monthHeading + linesHeight(Double(lines), even.height) + style.dayEnd
        }
        return content.days.reduce(style.monthHeading) { sum, day in
            let width =
                Double(style.isSquare ? Float(day.count) : day.width) * style.lineHeight
                + Double(day.count) * style.gap
            let lines = max(1, (width / (style.lineWidth + style.gap)).rounded(.up))
            return sum + (day.day > 0 ? style.dayHeading : 0) + linesHeight(lines, style.lineHeight) + style.dayEnd
        }
    }

    // MARK: - Exactly

    /// Lays out the months between two positions exactly, as far as their photos are known. Returns whether that has
    /// changed anything: what is below may have moved.
    @discardableResult
    package mutating func settle(from top: Double, to bottom: Double) -> Bool {
        guard bottom > top, !bodies.isEmpty else { return false }
        var (section, isChanged, first) = (section(at: top), false, Int.max)
        // Corrected heights bring other months between the two.
        var y = tops[section]
        while section < bodies.count, y < bottom {
            if case .estimated = bodies[section] {
                settle(section)
                (isChanged, first) = (true, min(first, section))
            }
            y += heights[section]
            section += 1
        }
        if isChanged { stack(from: first) }
        return isChanged
    }

    /// Lays out the month of a row exactly, as far as its photos are known.
    package mutating func settle(row: Int) {
        guard (0..<rowCount).contains(row) else { return }
        let section = sections.section(ofRow: row)
        guard case .estimated = bodies[section] else { return }
        settle(section)
        stack(from: section)
    }

    private mutating func settle(_ section: Int) {
        guard let content = sections.sections[section].content else { return }
        let lines = TimelineLines(content, style)
        bodies[section] = .exact(lines)
        heights[section] = lines.height
    }

    /// Tells the photos of a month; see ``TimelineSections/fill(_:with:)``.
    package mutating func fill(_ section: Int, with content: TimelineSections.Content) {
        guard bodies.indices.contains(section) else { return }
        sections.fill(section, with: content)
        settle(section)
        stack(from: section)
    }

    // MARK: - Up and down

    package var rowCount: Int { sections.rowCount }
    /// The height of all.
    package var length: Double { tops[tops.count - 1] }

    /// The section at a position: the first or the last one beyond the ends, 0 without any.
    package func section(at y: Double) -> Int {
        max(0, min(tops.indices.first(reaching: { tops[$0] > y }) - 1, bodies.count - 1))
    }

    /// The top and the bottom of a section.
    package func extent(of section: Int) -> ClosedRange<Double> { tops[section]...tops[section + 1] }

    /// Whether a section's photos have their final places.
    package func isExact(_ section: Int) -> Bool { if case .exact = bodies[section] { true } else { false } }

    /// The lines of a section that is laid out.
    func exactLines(of section: Int) -> TimelineLines? {
        if case .exact(let lines) = bodies[section] { lines } else { nil }
    }

    /// The first row of the line at a position, or of the next line where a heading is; the nearest one beyond the
    /// ends, and 0 without any.
    package func row(at y: Double) -> Int {
        guard rowCount > 0 else { return 0 }
        let y = y.isNaN ? 0 : y
        var section = section(at: y)
        // Below its last line the next month follows.
        if y >= tops[section + 1] - style.dayEnd, section + 1 < bodies.count { section += 1 }
        while sections.sections[section].count == 0, section + 1 < bodies.count { section += 1 }
        let rows = sections.rows(of: section)
        guard !rows.isEmpty else { return max(0, rows.lowerBound - 1) }
        let inside = y - tops[section]
        return switch bodies[section] {
        case .exact(let lines): rows.lowerBound + lines.rows(of: lines.line(at: inside)).lowerBound
        case .even, .estimated:
            rows.lowerBound + evenLine(at: inside, in: section) * even.columns
        }
    }

    /// The rows of the lines that are at least partly between two positions.
    package func rows(from top: Double, to bottom: Double) -> Range<Int> {
        guard rowCount > 0, bottom > top, bottom > 0, top < length else { return 0..<0 }
        let first = row(at: max(0, top))
        let start = frame(of: first)
        guard start.y < bottom, start.bottom > top else { return first..<first }
        var last = row(at: min(bottom, length))
        if frame(of: last).y >= bottom { last = max(first, line(ofRow: last, by: -1)?.lowerBound ?? first) }
        return first..<line(ofRow: last).upperBound
    }

    // MARK: - Lines

    /// The distance between two lines of a month that is not laid out: its lines share its estimated height.
    private func pitch(of section: Int) -> Double {
        let columns = even.columns
        let lines = (sections.sections[section].count + columns - 1) / columns
        return max(1, (heights[section] - style.monthHeading - style.dayEnd + style.gap) / Double(max(1, lines)))
    }

    private func evenLine(at y: Double, in section: Int) -> Int {
        let columns = even.columns
        let last = max(0, (sections.sections[section].count - 1) / columns)
        let line = ((y - style.monthHeading) / pitch(of: section)).rounded(.down)
        let found = Int(max(0, min(line, Double(last))))
        // Between two lines the next one follows.
        let end = style.monthHeading + Double(found + 1) * pitch(of: section) - style.gap
        return y >= end ? min(found + 1, last) : found
    }

    /// The rows side by side with `row`, and it; `0..<0` without rows.
    package func line(ofRow row: Int) -> Range<Int> {
        guard rowCount > 0 else { return 0..<0 }
        let row = max(0, min(row, rowCount - 1))
        let section = sections.section(ofRow: row)
        let rows = sections.rows(of: section)
        let inside = row - rows.lowerBound
        if case .exact(let lines) = bodies[section] {
            let line = lines.rows(of: lines.line(ofRow: inside))
            return rows.lowerBound + line.lowerBound..<rows.lowerBound + line.upperBound
        }
        let columns = even.columns
        let first = rows.lowerBound + inside / columns * columns
        return first..<min(first + columns, rows.upperBound)
    }

    /// The line before that of `row`, or after it; nil at the ends.
    package func line(ofRow row: Int, by step: Int) -> Range<Int>? {
        let line = line(ofRow: row)
        let next = step < 0 ? line.lowerBound - 1 : line.upperBound
        return (0..<rowCount).contains(next) ? self.line(ofRow: next) : nil
    }

    /// The place of a photo; of the nearest one beyond the ends, and nowhere without any.
    package func frame(of row: Int) -> TimelineFrame {
        guard rowCount > 0 else { return TimelineFrame(x: 0, y: 0, width: 0, height: 0) }
        let row = max(0, min(row, rowCount - 1))
        let section = sections.section(ofRow: row)
        let inside = row - sections.rows(of: section).lowerBound
        if case .exact(let lines) = bodies[section], let content = sections.sections[section].content {
            let line = lines.line(ofRow: inside)
            let (start, end) = lines.edges(of: inside, in: line, content, style)
            return frame(start, end, tops[section] + lines.lines[line].top, Double(lines.lines[line].height))
        }
        let (columns, pitch) = (even.columns, pitch(of: section))
        let width = (style.lineWidth - Double(columns - 1) * style.gap) / Double(columns)
        let start = Double(inside % columns) * (width + style.gap)
        let top = tops[section] + style.monthHeading + (Double(inside / columns) * pitch).rounded()
        // Rounded places of lines may be a point nearer to each other.
        let height = pitch == pitch.rounded() ? pitch : pitch.rounded(.down) - 1
        return frame(start.rounded(), (start + width).rounded(), top, max(1, min(even.height, height)))
    }

    private func frame(_ start: Double, _ end: Double, _ y: Double, _ height: Double) -> TimelineFrame {
        let width = max(1, end - start)
        let x = style.leading + start
        return TimelineFrame(x: style.isRightToLeft ? style.width - x - width : x, y: y, width: width, height: height)
    }
}
