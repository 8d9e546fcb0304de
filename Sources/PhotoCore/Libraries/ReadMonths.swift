/// The months of a library whose rows are in memory.
package struct ReadMonths: Sendable {
    /// The limit of the bytes of all rows. A row takes some 200.
    package static let mostBytes = 16 << 20

    /// As places in the library's sections, the month used last at the end.
    package private(set) var months: [Int]

    /// These, used in this order.
    package init(_ months: [Int] = []) { self.months = months }

    /// A month is read, or its rows come on screen.
    package mutating func use(_ month: Int) {
        guard months.last != month else { return }
        months.removeAll { $0 == month }
        months.append(month)
    }

    /// Forgets the rows of `catalogue` beyond `limit` bytes, those of months not used for the longest time first; the
    /// month used last and months that are `needed` stay. They are read again, from the disk, once they are on screen.
    ///
    /// - Returns: The months that were forgotten.
    package mutating func forgetOldest(
        in catalogue: inout Catalogue, beyond limit: Int = mostBytes, unless needed: (Int) -> Bool
    ) -> [Int] {
        var bytes = catalogue.byteCount
        guard bytes > limit else { return [] }
        var forgotten: [Int] = []
        for month in months.dropLast() where bytes > limit && !needed(month) {
            bytes -= catalogue.forget(libraryMonth: month)
            forgotten.append(month)
        }
        months.removeAll(where: Set(forgotten).contains)
        return forgotten
    }

    /// The same, unless some of a month's rows are `onScreen` or `selected`. These are numbers in the `shown` version:
    /// in `catalogue`, which is about to be shown, rows may have others.
    ///
    /// If that does not suffice, months of which all rows are selected go as well: they stay selected without their
    /// rows. Those of which some are selected stay: only their rows tell which.
    package mutating func forgetOldest(
        in catalogue: inout Catalogue, beyond limit: Int = mostBytes, shown: Catalogue, onScreen: [Int],
        selected: EntrySet
    ) -> [Int] {
        let onScreen = Set(onScreen.compactMap(shown.libraryMonth))
        let forgotten = forgetOldest(in: &catalogue, beyond: limit) { month in
            onScreen.contains(month) || selected.intersects(shown.rows(ofLibraryMonth: month))
        }
        let selectedToo = forgetOldest(in: &catalogue, beyond: limit) { month in
            let rows = shown.rows(ofLibraryMonth: month)
            return onScreen.contains(month) || selected.count(in: rows) < rows.count
        }
        return forgotten + selectedToo
    }
}
