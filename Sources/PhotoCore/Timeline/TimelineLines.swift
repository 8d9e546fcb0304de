/// The lines of a month whose photos are known: where each begins, and how high it is. Counted from the month's own
/// first row and upper edge.
struct TimelineLines: Sendable {
    struct Line: Sendable {
        let top: Double
        let firstRow: Int32
        let height: UInt16
        /// Whether it reaches from edge to edge.
        let isFull: Bool
    }

    struct Day: Sendable {
        /// The top of its heading.
        let top: Double
        let firstLine: Int32
        let firstRow: Int32
        /// 1 to 31; 0 without a day, and without a heading.
        let day: UInt8
    }

    private(set) var lines: [Line] = []
    private(set) var days: [Day] = []
    private(set) var height = 0.0
    private let rowCount: Int

    /// Lays out a month. Takes a few nanoseconds a photo.
    init(_ content: TimelineSections.Content, _ style: TimelineStyle) {
        rowCount = content.ratios.count
        var top = style.monthHeading
        var first = 0
        days.reserveCapacity(content.days.count)
        lines.reserveCapacity(rowCount / 4 + content.days.count)
        content.ratios.withUnsafeBufferPointer { ratios in
            for day in content.days {
                days.append(
                    Day(top: top, firstLine: Int32(lines.count), firstRow: Int32(first), day: day.day))
                if day.day > 0 { top += style.dayHeading }
                let rows = first..<min(ratios.count, first + Int(day.count))
                top = style.isSquare ? addSquares(rows, top, style) : addLines(rows, ratios, top, style)
                top += style.dayEnd - style.gap
                first = rows.upperBound
            }
        }
        height = max(top, style.monthHeading)
    }

    private mutating func add(_ row: Int, _ top: inout Double, _ height: Double, _ style: TimelineStyle, isFull: Bool) {
        let height = max(1, min(height.rounded(), style.mostHeight))
        lines.append(Line(top: top, firstRow: Int32(row), height: UInt16(height), isFull: isFull))
        top += height + style.gap
    }

    private mutating func addSquares(_ rows: Range<Int>, _ top: Double, _ style: TimelineStyle) -> Double {
        let (columns, height) = style.evenLine(ratio: 1)
        var top = top
        for row in stride(from: rows.lowerBound, to: rows.upperBound, by: columns) {
            add(row, &top, height, style, isFull: row + columns <= rows.upperBound)
        }
        return top
    }

    /// Each line ends where its height is nearest to the wanted one. The last one of a day is not stretched.
    private mutating func addLines(
        _ rows: Range<Int>, _ ratios: UnsafeBufferPointer<TimelineRatio>, _ top: Double, _ style: TimelineStyle
    ) -> Double {
        let (width, wanted, gap) = (style.lineWidth, style.lineHeight, style.gap)
        var top = top
        var (start, sum) = (rows.lowerBound, 0.0)
        for row in rows {
            let ratio = ratios[row].value
            let before = row - start
            let height = (width - Double(before) * gap) / (sum + ratio)
            if height > wanted {
                sum += ratio
                continue
            }
            // Without it the line is higher than wanted, with it lower: nearer is what differs by the smaller factor.
            let higher = before > 0 ? (width - Double(before - 1) * gap) / sum : .infinity
            if before > 0, higher * height < wanted * wanted || height < 1 {
                add(start, &top, higher, style, isFull: higher <= style.mostHeight)
                (start, sum) = (row, ratio)
                // Alone it may be as wide as the line.
                let alone = width / ratio
                if alone <= wanted {
                    add(start, &top, alone, style, isFull: true)
                    (start, sum) = (row + 1, 0)
                }
            } else {
                add(start, &top, height, style, isFull: true)
                (start, sum) = (row + 1, 0)
            }
        }
        if start < rows.upperBound {
            let most = (width - Double(rows.upperBound - start - 1) * gap) / sum
            add(start, &top, min(wanted, most), style, isFull: false)
        }
        return top
    }

    /// The memory it takes, in bytes.
    var byteCount: Int { lines.count * MemoryLayout<Line>.stride + days.count * MemoryLayout<Day>.stride }

    // MARK: - Looking up

    /// The line of a row.
    func line(ofRow row: Int) -> Int { max(0, lines.indices.first(reaching: { Int(lines[$0].firstRow) > row }) - 1) }

    /// The first line whose lower edge is below `y`; the last one if there is none.
    func line(at y: Double) -> Int {
        let found = lines.indices.first(reaching: { lines[$0].top + Double(lines[$0].height) > y })
        return max(0, min(found, lines.count - 1))
    }

    /// The rows of a line.
    func rows(of line: Int) -> Range<Int> {
        Int(lines[line].firstRow)..<(line + 1 < lines.count ? Int(lines[line + 1].firstRow) : rowCount)
    }

    /// The day of a line.
    func day(ofLine line: Int) -> Int { max(0, days.indices.first(reaching: { Int(days[$0].firstLine) > line }) - 1) }

    /// The left and the right edge of a photo, from the reader's side of the line. All edges are whole points.
    func edges(of row: Int, in line: Int, _ content: TimelineSections.Content, _ style: TimelineStyle) -> (
        start: Double, end: Double
    ) {
        let rows = rows(of: line)
        let height = Double(lines[line].height)
        if style.isSquare {
            let columns = style.evenLine(ratio: 1).columns
            let side = (style.lineWidth - Double(columns - 1) * style.gap) / Double(columns)
            let start = Double(row - rows.lowerBound) * (side + style.gap)
            return (start.rounded(), (start + min(side, style.mostHeight)).rounded())
        }
        var (before, all) = (0.0, 0.0)
        for other in rows {
            let ratio = content.ratios[other].value
            if other < row { before += ratio }
            all += ratio
        }
        // A full line ends at the edge in spite of its rounded height.
        let scale = lines[line].isFull ? (style.lineWidth - Double(rows.count - 1) * style.gap) / all : height
        let start = before * scale + Double(row - rows.lowerBound) * style.gap
        return (start.rounded(), (start + content.ratios[row].value * scale).rounded())
    }
}
