/// Whether the evidence finds photos in a table whose headings are its makers' own words: an export of a program or a
/// service, as opposed to a list that a person writes.
package enum TableEvidence {
    /// As many columns as no list has that a person writes for photos.
    private static let fewestColumns = 8

    /// Whether such a table, of which these are the headings and the first rows, has photos by evidence.
    package static func hasPhotos(headings: [[UInt8]], rows: ArraySlice<[[UInt8]]>) -> Bool {
        guard headings.count >= fewestColumns, !rows.isEmpty, areHeadings(headings) else { return false }
        let usual = headings.count { EntryKey($0) != nil }
        guard usual * 2 < headings.count else { return false }
        return !shape(headings, rows).isEmpty
    }

    /// The column in which the photos of any table are by evidence, in place of `column`, which the headings' words
    /// tell, or which is the first with addresses: `photo_url` may lead to a page, and `photo_image_url` to the photo.
    /// Addresses that end like pictures are taken at their word. Nil if the photos are in `column`.
    package static func photoColumn(
        inPlaceOf column: Int, headings: [[UInt8]], rows: ArraySlice<[[UInt8]]>
    ) -> Int? {
        guard headings.indices.contains(column), !rows.isEmpty, areHeadings(headings) else { return nil }
        let arePictures = rows.contains { row in
            column < row.count && row[column].withUnsafeBytes { AddressLook($0).showsPicture }
        }
        if arePictures { return nil }
        let found = (shape(headings, rows).records.first?.addresses ?? []).lazy.compactMap { address in
            headings.firstIndex { "[]." + String(decoding: $0, as: UTF8.self) == address.path }
        }
        // A thumbnail alone may be that of a photo whose address does not show what it is.
        return found.first { !KeySense(headings[$0]).isThumbnail }.flatMap { $0 == column ? nil : $0 }
    }

    private static func shape(_ headings: [[UInt8]], _ rows: ArraySlice<[[UInt8]]>) -> PhotoShape {
        var tape = EventTape()
        tape.append(.startArray)
        for row in rows {
            tape.append(.startObject)
            for (heading, cell) in zip(headings, row) {
                heading.withUnsafeBytes { tape.append(.key, $0) }
                cell.withUnsafeBytes { tape.append(.string, $0) }
            }
            tape.append(.endObject)
        }
        tape.append(.endArray)
        return ShapeDecision(ShapeSurvey.make(of: tape)).plan().shape
    }

    /// Whether these are words, and no address.
    package static func areHeadings(_ cells: [[UInt8]]) -> Bool {
        let looks = cells.map { $0.withUnsafeBytes { AddressLook($0) } }
        return looks.allSatisfy { !$0.isAddress } && looks.contains(.words)
    }

    /// Whether a column with this heading and these cells may hold the rows' names: words, and no identifiers.
    package static func areNames(heading: [UInt8], cells: [[UInt8]]) -> Bool {
        let sense = KeySense(heading)
        let isOther = sense.isIdentity || sense.isAddress || sense.isPage || sense.isPerson || sense.known != nil
        guard !isOther, EntryKey(heading) == nil, sense.stem.last != "id" else { return false }
        return !cells.isEmpty
            && cells.allSatisfy { cell in
                cell.withUnsafeBytes { AddressLook($0) } == .words && cell.contains(where: URLText.isLetter)
            }
    }
}
