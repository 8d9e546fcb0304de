/// Finds rows of a list in another version of it, which has more rows or fewer, in the same order. A pure value.
package struct RowShifts {
    private let change: Int
    /// How far the row that was found last has moved: most are next to each other.
    private var last = 0

    /// Places that may still be looked at for rows that have not moved as others have: a list may have 70,000 rows,
    /// and all of them may be gone.
    private var patience = 20_000

    /// How far such a row is searched for.
    private static let furthest = 2000
    /// As many rows may have gone while others were added.
    private static let slack = 16

    /// The other version has `change` rows more, or fewer if that is negative.
    package init(change: Int) { self.change = change }

    /// The number of a row in the other version; nil if it is not there. `isThere` says whether a row of the other
    /// version is the one that had the number `row`.
    package mutating func place(of row: Int, in rows: Range<Int>, isThere: (Int) -> Bool) -> Int? {
        func isAt(_ shift: Int) -> Bool { rows.contains(row + shift) && isThere(row + shift) }
        if let shift = [last, 0, change].first(where: isAt) {
            last = shift
            return row + shift
        }
        let bounds = -Self.furthest...Self.furthest
        let first = (min(0, change) - Self.slack).clamped(to: bounds)
        let end = (max(0, change) + Self.slack).clamped(to: bounds)
        for shift in first...end where patience > 0 {
            patience -= 1
            guard isAt(shift) else { continue }
            last = shift
            return row + shift
        }
        return nil
    }
}

extension Int {
    fileprivate func clamped(to bounds: ClosedRange<Int>) -> Int {
        Swift.min(Swift.max(self, bounds.lowerBound), bounds.upperBound)
    }
}
