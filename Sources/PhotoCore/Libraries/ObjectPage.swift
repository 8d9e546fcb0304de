/// The names on a page of a store, whether they are pictures' or not. There is at least one.
package struct ObjectPage: Sendable, Equatable {
    package let first: [UInt8]
    package let last: [UInt8]
    package let count: Int
    /// Whether they are in the order of their bytes.
    package let isAscending: Bool
    /// Of each of the page's rows, what tells two versions of an object apart besides its date: a hash of its size and
    /// its tag.
    package let marks: [UInt64]
    /// Hashes of the names of pictures that are no rows, because no address can name them.
    package let withoutAddress: [UInt64]

    package init(
        first: [UInt8], last: [UInt8], count: Int, isAscending: Bool = true, marks: [UInt64] = [],
        withoutAddress: [UInt64] = []
    ) {
        (self.first, self.last, self.count, self.isAscending, self.marks) = (first, last, count, isAscending, marks)
        self.withoutAddress = withoutAddress
    }
}

/// A row of a store's page: UTF-8 that is valid while it is visited. What is unknown is empty.
package struct ObjectRow {
    package let name: UnsafeRawBufferPointer
    package let location: UnsafeRawBufferPointer
    package let date: UnsafeRawBufferPointer
    /// See ``ObjectPage/marks``; 0 if it is not known.
    package let mark: UInt64

    package init(
        name: UnsafeRawBufferPointer, location: UnsafeRawBufferPointer, date: UnsafeRawBufferPointer, mark: UInt64 = 0
    ) {
        (self.name, self.location, self.date, self.mark) = (name, location, date, mark)
    }
}

extension CatalogueBuilder {
    /// Adds a row of a store. Throws like ``endEntry(at:problem:isFolder:)``.
    package mutating func add(_ row: ObjectRow) throws(CatalogueFailure) {
        if !row.name.isEmpty { add(.name, row.name) }
        if !row.location.isEmpty { add(.location, row.location) }
        if !row.date.isEmpty { add(.date, row.date) }
        try endEntry(at: nil)
    }
}

extension Catalogue {
    /// Passes the page's rows whose names are not after `end` to `visit`; all of them without an end. Some stores begin
    /// a page with the name that it is to follow: it is left out.
    package func visitRows(
        after previous: [UInt8] = [], upTo end: [UInt8]?, _ visit: (ObjectRow) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        let marks = facts.objects?.marks ?? []
        let begins = !previous.isEmpty && facts.objects?.first == previous
        // Of most pages, all names are of the interval.
        let isWhole = facts.objects.map { $0.isAscending && end?.lexicographicallyPrecedes($0.last) == false }
        let end = isWhole == true ? nil : end
        for row in 0..<count {
            let (segment, place) = place(of: row)
            let isPast = try segment.withText { (text) throws(CatalogueFailure) -> Bool in
                let field = { (field: CatalogueField) in
                    UnsafeRawBufferPointer(rebasing: text[segment.range(of: field, at: place, in: text) ?? 0..<0])
                }
                // One without an address has nothing else to show.
                let location = field(.location)
                let isKnown = !location.isEmpty
                if let end, isKnown, end.lexicographicallyPrecedes(PageLink.unescaped(Array(location)[...])) {
                    return true
                }
                if row == 0, begins, PageLink.unescaped(Array(location)[...]) == previous { return false }
                try visit(
                    ObjectRow(
                        name: isKnown ? field(.name) : location, location: location,
                        date: isKnown ? field(.date) : location, mark: row < marks.count ? marks[row] : 0))
                return false
            }
            if isPast { return }
        }
    }
}
