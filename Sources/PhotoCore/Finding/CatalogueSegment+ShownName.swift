extension CatalogueSegment {
    /// Where the name that the row is shown under lies in `text`, which `withText` gave: its own or, where it has none,
    /// the last part of its location, if that is so plain that it is shown as it stands. nil where the shown name is no
    /// part of the text; `Catalogue.name(at:)` makes it.
    func shownNameRange(at row: Int, in text: UnsafeRawBufferPointer) -> Range<Int>? {
        let own = nameRange(at: row)
        if !own.isEmpty { return own }
        guard let location = range(of: .location, at: row, in: text) else { return nil }
        return Self.plainLastPart(UnsafeRawBufferPointer(rebasing: text[location])).map {
            location.lowerBound + $0.lowerBound..<location.lowerBound + $0.upperBound
        }
    }

    /// The same for a row of which it is known that the shown name lies in the text.
    func knownNameRange(at row: Int, in text: UnsafeRawBufferPointer) -> Range<Int> {
        let own = nameRange(at: row)
        if !own.isEmpty { return own }
        guard let location = range(of: .location, at: row, in: text) else { return own }
        var start = location.upperBound
        while start > location.lowerBound, text[start - 1] != UInt8(ascii: "/") { start -= 1 }
        return start..<location.upperBound
    }

    /// The last part of a location that every reader of URLs takes as it stands: nothing is escaped, or would have to
    /// be.
    private static func plainLastPart(_ location: UnsafeRawBufferPointer) -> Range<Int>? {
        guard PhotoLocation.isPlain(location), let path = PhotoLocation.plainPath(of: location) else { return nil }
        var start = path
        for index in path..<location.count {
            if location[index] == UInt8(ascii: "/") {
                start = index + 1
            } else if !PhotoLocation.isPlain(location[index], also: "-._") {
                return nil
            }
        }
        // "." and ".." are steps, not names.
        let last = start..<location.count
        return last.isEmpty || location[last].allSatisfy({ $0 == UInt8(ascii: ".") }) ? nil : last
    }
}
