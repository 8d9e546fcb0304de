/// Pictures in a record's texts: posts have theirs in HTML, notes in Markdown.
extension ShapeReader {
    /// As many of one text: more than any post shows.
    private static let mostPictures = 1000
    /// As many rows are held until their record ends.
    private static let mostHeldRows = 16_000

    /// A text that may show pictures: makes a row of each, unless it adorns the text.
    mutating func addPictures(of utf8: UnsafeRawBufferPointer, record: Int) {
        let room = Self.mostHeldRows - found.rows.count
        guard room > 0, let readsPictures, MarkupText.holdsPicture(utf8) else { return }
        for picture in readsPictures(utf8).prefix(min(room, Self.mostPictures))
        where !MarkupText.isCode(picture.location)
            && PageOrnament.points(ofAddress: picture.location) < PageOrnament.enough
        {
            found.makeRow(of: picture, record: record, line: UInt32(clamping: line ?? 0))
        }
    }
}

extension ShapeRows {
    mutating func makeRow(of picture: PagePicture, record: Int, line: UInt32) {
        var row = Row(record: record, line: line)
        row.isFromText = true
        let texts: [(CatalogueField, [UInt8])] = [
            (.location, picture.location), (.thumbnail, picture.thumbnail), (.name, picture.name),
            (.description, picture.description), (.page, picture.page),
        ]
        for (field, text) in texts where !text.isEmpty {
            row.set(field, text.withUnsafeBytes { store($0, limit: field.maximumByteCount + 1) })
        }
        rows.append(row)
    }

    /// Drops the pictures of texts that are those of other rows from `first` on, in any size. `isRecord` says whether
    /// these are the rows of one record: if it lists several photos, those in its description only explain something.
    mutating func dropShownTwice(from first: Int, isRecord: Bool) {
        guard first < rows.count, rows[first...].contains(where: \.isFromText) else { return }
        if isRecord, rows[first...].count(where: { !$0.isFromText }) > 1 {
            let listed = rows[first...].filter { !$0.isFromText }
            return rows.replaceSubrange(first..., with: listed)
        }
        var kept: [Row] = []
        var known = KnownPictures()
        for row in rows[first...] where !row.isFromText { known.add(locations(of: row)) }
        for row in rows[first...] {
            if row.isFromText {
                let own = locations(of: row)
                if own.contains(where: known.has) { continue }
                known.add(own)
            }
            kept.append(row)
        }
        rows.replaceSubrange(first..., with: kept)
    }

    /// The addresses of a row's photo and of its thumbnail.
    func locations(of row: Row) -> [[UInt8]] {
        [CatalogueField.location, .thumbnail].map { row.fields[Int($0.rawValue)] }.filter { !$0.isEmpty }
            .map { Array(buffer[$0.start..<$0.end]) }
    }
}
