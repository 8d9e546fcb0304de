extension CatalogueSegment {
    /// The range in `text`, from `withText`, of the name shown for the row: its own or, without one, the last part of
    /// its location if that can be shown literally. Nil if the shown name is not in the text; `Catalogue.name(at:)`
    /// makes it.
    func shownNameRange(at row: Int, in text: UnsafeRawBufferPointer) -> Range<Int>? {
        let own = nameRange(at: row)
        if !own.isEmpty { return own }
        guard let location = range(of: .location, at: row, in: text) else { return nil }
        return Self.plainLastPart(UnsafeRawBufferPointer(rebasing: text[location])).map {
            location.lowerBound + $0.lowerBound..<location.lowerBound + $0.upperBound
        }
    }

    /// The same for a row whose shown name is known to be in the text.
    func knownNameRange(at row: Int, in text: UnsafeRawBufferPointer) -> Range<Int> {
        let own = nameRange(at: row)
        if !own.isEmpty { return own }
        guard let location = range(of: .location, at: row, in: text) else { return own }
        var start = location.upperBound
        while start > location.lowerBound, text[start - 1] != UInt8(ascii: "/") { start -= 1 }
        return start..<location.upperBound
    }

    /// The last part of a location that every URL parser reads literally: without escapes, and without characters that
    /// need them.
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
        // "." and ".." are path steps, not names.
        let last = start..<location.count
        return last.isEmpty || location[last].allSatisfy({ $0 == UInt8(ascii: ".") }) ? nil : last
    }
}
