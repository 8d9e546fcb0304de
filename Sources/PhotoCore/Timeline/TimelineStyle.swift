/// How a timeline is laid out. All lengths are in points.
package struct TimelineStyle: Equatable, Sendable {
    /// The width of the whole timeline.
    package var width: Double
    /// The height that lines of photos are near to; the side of squares.
    package var lineHeight: Double
    /// The space between photos.
    package var gap: Double
    /// The space at the reader's side of the photos, and on the other one.
    package var (leading, trailing): (Double, Double)
    /// The heights of the headings, with the space around them.
    package var (monthHeading, dayHeading): (Double, Double)
    /// Below the last line of a day.
    package var dayEnd: Double
    /// Whether all photos are squares; otherwise lines are justified by the photos' ratios.
    package var isSquare: Bool
    package var isRightToLeft: Bool

    /// Lengths that are no numbers, or out of all proportion, become the nearest possible ones.
    package init(
        width: Double, lineHeight: Double, gap: Double = 0, leading: Double = 0, trailing: Double = 0,
        monthHeading: Double = 0, dayHeading: Double = 0, dayEnd: Double = 0, isSquare: Bool = false,
        isRightToLeft: Bool = false
    ) {
        func held(_ length: Double, _ least: Double, _ most: Double) -> Double {
            length > least ? min(length, most).rounded() : least
        }
        self.width = held(width, 1, 100_000)
        self.lineHeight = held(lineHeight, 16, 4000)
        self.gap = held(gap, 0, 100)
        self.leading = held(leading, 0, 1000)
        self.trailing = held(trailing, 0, 1000)
        self.monthHeading = held(monthHeading, 0, 1000)
        self.dayHeading = held(dayHeading, 0, 1000)
        self.dayEnd = held(dayEnd, 0, 1000)
        self.isSquare = isSquare
        self.isRightToLeft = isRightToLeft
    }

    /// The width of the lines, at least 1.
    var lineWidth: Double { max(1, width - leading - trailing) }

    /// No photo is higher: a line that would be is not as wide as the others.
    var mostHeight: Double { (1.5 * lineHeight).rounded() }

    /// How many photos of the same ratio make a line, and the height of such lines.
    func evenLine(ratio: Double) -> (columns: Int, height: Double) {
        let ratio = isSquare ? 1 : ratio
        let wanted = (lineWidth + gap) / (lineHeight * ratio + gap)
        // Squares are at least as large as they are wanted, others nearly so.
        let columns = max(1, wanted.rounded(isSquare ? .down : .toNearestOrAwayFromZero))
        let height = ((lineWidth - (columns - 1) * gap) / columns / ratio).rounded()
        return (Int(columns), max(1, min(height, mostHeight)))
    }
}

/// A rectangle in a timeline, in points from its upper left corner in every language.
package struct TimelineFrame: Equatable, Sendable {
    package var (x, y, width, height): (Double, Double, Double, Double)

    package var bottom: Double { y + height }

    package init(x: Double, y: Double, width: Double, height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    func moved(down distance: Double) -> Self { Self(x: x, y: y + distance, width: width, height: height) }
}
