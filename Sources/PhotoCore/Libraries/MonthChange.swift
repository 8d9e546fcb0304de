/// The rows of a month of a library have become others: which numbers in the new version of the catalogue those of the
/// one before have. A pure value.
package struct MonthChange {
    private let before, after: CatalogueSegment
    private let rows, newRows: Range<Int>
    /// Whether the rows were known before: those that are in both versions are found by their locations.
    private let isRenewed: Bool
    private var shifts: RowShifts

    /// Of a month with more rows, of which all are selected, all stay so: to compare 70,000 takes too long for a frame.
    package static let mostCompared = 20_000

    /// `month` has other rows in `after`; the other months have as many as in `before`.
    package init(of month: Int, from before: Catalogue, to after: Catalogue) {
        (self.before, self.after) = (before.segment(ofLibraryMonth: month), after.segment(ofLibraryMonth: month))
        (rows, newRows) = (before.rows(ofLibraryMonth: month), after.rows(ofLibraryMonth: month))
        isRenewed = !rows.isEmpty && !before.isUnreadMonth(month)
        shifts = RowShifts(change: newRows.count - rows.count)
    }

    /// Whether all rows are those of before, of which only more is known.
    package var isFirstReading: Bool { !isRenewed && rows == newRows }

    /// The number of the same row; nil if it is gone, or was not known.
    package mutating func number(of entry: Int) -> Int? {
        guard rows.contains(entry) else {
            return entry < rows.lowerBound ? entry : entry - rows.upperBound + newRows.upperBound
        }
        guard isRenewed else { return nil }
        // The first row has the same number in both.
        let (before, after, first) = (before, after, rows.lowerBound)
        return shifts.place(of: entry, in: newRows) {
            after.hasSameLocation($0 - first, as: entry - first, of: before)
        }
    }

    /// The row at the same place of the month, instead of one without a number; nil if the month has no rows any more.
    package func place(of entry: Int) -> Int? {
        guard rows.contains(entry), !newRows.isEmpty else { return nil }
        guard rows.count > 1 else { return newRows.lowerBound }
        return newRows.lowerBound + (entry - rows.lowerBound) * (newRows.count - 1) / (rows.count - 1)
    }

    /// The numbers of these entries. In a month that was not known, the places stay, or all of them. In another, the
    /// rows stay that are still there.
    package mutating func numbers(of entries: EntrySet) -> EntrySet {
        var numbers = entries.replacing(rows, with: newRows.count)
        let count = entries.count(in: rows)
        if count == 0 { return numbers }
        if count == rows.count, !isRenewed || count > Self.mostCompared {
            numbers.insert(newRows)
            return numbers
        }
        for entry in entries.entries(in: rows) {
            if let number = isRenewed ? number(of: entry) : place(of: entry) { numbers.insert(number) }
        }
        return numbers
    }
}
