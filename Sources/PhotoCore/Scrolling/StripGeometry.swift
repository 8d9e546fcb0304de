/// Where the photos of a horizontal strip are: all of the same width, side by side in the list's order, from the
/// reader's side on. A pure value; lengths are in points, and x grows to the right in every language.
package struct StripGeometry: Equatable, Sendable {
    /// The width of each photo's place, at least 1.
    package let pitch: Int
    /// How many photos there are, at least 0.
    package let count: Int
    /// The width of the visible part.
    package let width: Double
    package let isRightToLeft: Bool

    /// The longest strip: GTK measures in 32-bit integers.
    package static let mostPoints = Int(Int32.max / 2)

    /// A strip of `count` photos. What exceeds the longest strip is left out.
    package init(pitch: Int, count: Int, width: Double, isRightToLeft: Bool) {
        self.pitch = max(1, pitch)
        self.count = max(0, min(count, Self.mostPoints / self.pitch))
        self.width = width.isFinite ? max(0, width) : 0
        self.isRightToLeft = isRightToLeft
    }

    /// The length of the whole strip.
    package var length: Int { count * pitch }

    /// The left edge of a photo's place, counted from the strip's left edge.
    package func x(of row: Int) -> Int {
        let row = max(0, min(row, count - 1))
        return max(0, isRightToLeft ? (count - 1 - row) * pitch : row * pitch)
    }

    /// The scroll position that has a photo in the middle, as far as the ends of the strip allow.
    package func position(centering row: Int) -> Double {
        let wanted = Double(x(of: row)) + Double(pitch) / 2 - width / 2
        return max(0, min(wanted, Double(length) - width))
    }

    /// The photos that are at least partly visible at a scroll position, and `margin` more at both ends.
    package func rows(at position: Double, margin: Int = 0) -> Range<Int> {
        guard position.isFinite, count > 0, width > 0 else { return 0..<0 }
        let left = max(0, min(position, Double(length))) / Double(pitch)
        let right = max(0, min(position + width, Double(length))) / Double(pitch)
        var first = max(0, Int(left.rounded(.down)) - max(0, margin))
        var end = min(count, Int(right.rounded(.up)) + max(0, margin))
        guard first < end else { return 0..<0 }
        if isRightToLeft { (first, end) = (count - end, count - first) }
        return first..<end
    }
}
