/// Whether the evidence finds photos in a table whose headings are its makers' own words: an export of a program or a
/// service, as opposed to a list that a person writes.
package enum TableEvidence {
    /// As many columns as no list has that a person writes for photos.
    private static let fewestColumns = 8

    /// Whether such a table, of which these are the headings and the first rows, has photos by evidence. Cells with
    /// several addresses are those of a program in any case.
    package static func hasPhotos(headings: [[UInt8]], rows: ArraySlice<[[UInt8]]>) -> Bool {
        guard !rows.isEmpty, areHeadings(headings) else { return false }
        if !columnsOfSeveral(headings: headings, rows: rows).isEmpty { return !shape(headings, rows).isEmpty }
        guard headings.count >= fewestColumns else { return false }
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

    /// The columns of which cells hold several addresses, one at least a picture's, and those that are numbered.
    package static func columnsOfSeveral(headings: [[UInt8]], rows: ArraySlice<[[UInt8]]>) -> Set<Int> {
        var columns = numberedColumns(headings: headings, rows: rows)
        for row in rows {
            for (column, cell) in row.prefix(headings.count).enumerated() where !columns.contains(column) {
                let hasSeveral = cell.withUnsafeBytes { cell in
                    let addresses = TableCell.addresses(in: cell)
                    let isPicture = !addresses.isEmpty && KeySense(headings[column]).picture > 0
                    return isPicture || addresses.contains { AddressLook($0).showsPicture }
                }
                if hasSeveral { columns.insert(column) }
            }
        }
        return columns
    }

    /// The columns that are numbered, as `image1` and `image2`, if rows have other pictures in two of them.
    private static func numberedColumns(headings: [[UInt8]], rows: ArraySlice<[[UInt8]]>) -> Set<Int> {
        var groups: [[UInt8]: [Int]] = [:]
        for (column, heading) in headings.enumerated() {
            if let stem = stem(of: heading), !stem.isEmpty { groups[stem, default: []].append(column) }
        }
        // Of several sizes of them, the largest are the photos.
        let numbered = groups.values.filter { $0.count > 1 }
        let size = { (columns: [Int]) in KeySense(headings[columns[0]]).size ?? PictureSize.whole }
        let largest = numbered.map(size).max() ?? 0
        var found: Set<Int> = []
        for columns in numbered where size(columns) == largest {
            let hasSeveral = rows.contains { row in
                let cells = columns.filter { $0 < row.count }.map { row[$0] }
                let pictures = cells.filter { cell in cell.withUnsafeBytes { AddressLook($0).showsPicture } }
                return pictures.count > 1
                    && zip(pictures, pictures.dropFirst()).allSatisfy { SizeLists.areOfSeveralFiles($0, $1) }
            }
            if hasSeveral { found.formUnion(columns) }
        }
        return found
    }

    /// The letters of a heading that has no number, or a small one: larger ones tell a size.
    private static func stem(of heading: [UInt8]) -> [UInt8]? {
        let numbers = heading.split { !URLText.isDigit($0) }
        let number = numbers.first.map { Int(String(decoding: $0, as: UTF8.self)) ?? .max } ?? 0
        guard numbers.count < 2, number < leastSize else { return nil }
        return heading.filter { URLText.isLetter($0) || $0 >= 0x80 }.map { $0 < 0x80 ? $0 | 0x20 : $0 }
    }

    private static let leastSize = 16

    /// The key of a list of the addresses in such a column: each is something of its own.
    package static func keyOfSeveral(_ heading: [UInt8]) -> [UInt8] {
        var key = heading.filter { !URLText.isDigit($0) }
        while let last = key.last, EntryScratch.isSpace(last) || "-_".utf8.contains(last) { key.removeLast() }
        // "Gallery 1"
        if KeySense(key).picture == 0 { return key + Array("_pictures".utf8) }
        return key.last.map { $0 | 0x20 } == UInt8(ascii: "s") ? key : key + [UInt8(ascii: "s")]
    }

    /// Whether the column that the headings' words tell, or the first one with addresses, leads to pages: its heading
    /// names any address, no cell shows a picture, and either all cells are addresses of pages, or other columns say
    /// what no list of photos does. Exports of bookmarks and of contacts are such tables.
    package static func leadsToPages(_ column: Int, headings: [[UInt8]], rows: ArraySlice<[[UInt8]]>) -> Bool {
        guard headings.indices.contains(column) else { return false }
        let sense = KeySense(headings[column])
        guard sense.picture == 0, sense.isAddress || sense.isPage, !sense.isFile else { return false }
        let ofPictures: Set<CatalogueField> = [.thumbnail, .width, .height]
        if headings.contains(where: { EntryKey($0).map { ofPictures.contains($0.field) } ?? false }) { return false }
        let looks = rows.filter { column < $0.count }.map { row in
            row[column].withUnsafeBytes { AddressLook($0) }
        }
        let arePages = looks.allSatisfy { $0 == .empty || $0 == .absoluteOther }
        let otherCount = headings.count { KeySense.words(of: $0).contains(where: others.contains) }
        guard arePages || otherCount > 1 else { return false }
        let pages: [AddressLook] = [.empty, .absolute, .absoluteOther]
        return looks.contains { $0 != .empty } && looks.allSatisfy { pages.contains($0) }
    }

    /// Words of headings that say that a table is no list of photos.
    private static let others: Set<String> = [
        "email", "mail", "phone", "telephone", "mobile", "fax", "contact", "company", "status", "tags", "issn", "isbn",
        "department", "repository", "rank", "clicks", "visits", "added", "referrer", "username", "password", "level",
        "timestamp", "resource",
    ]

    /// The column with the paths of files whose names `column` has: `./2024/1.jpg` next to `1.jpg`. Nil without one.
    package static func columnOfPaths(to column: Int, rows: ArraySlice<[[UInt8]]>) -> Int? {
        guard let first = rows.first, column < first.count, !first[column].isEmpty else { return nil }
        return first.indices.first { other in
            other != column
                && rows.allSatisfy { row in
                    guard column < row.count, other < row.count else { return false }
                    let (name, path) = (row[column], row[other])
                    return !LocationDetection.isAbsolute(path) && path.count > name.count
                        && path.suffix(name.count + 1).elementsEqual([UInt8(ascii: "/")] + name)
                }
        }
    }

    private static func shape(_ headings: [[UInt8]], _ rows: ArraySlice<[[UInt8]]>) -> PhotoShape {
        let several = columnsOfSeveral(headings: headings, rows: rows)
        var tape = EventTape()
        tape.append(.startArray)
        for row in rows {
            tape.append(.startObject)
            for (column, (heading, cell)) in zip(headings, row).enumerated() {
                guard several.contains(column) else {
                    heading.withUnsafeBytes { tape.append(.key, $0) }
                    cell.withUnsafeBytes { tape.append(.string, $0) }
                    continue
                }
                keyOfSeveral(heading).withUnsafeBytes { tape.append(.key, $0) }
                tape.append(.startArray)
                cell.withUnsafeBytes { cell in
                    let addresses = TableCell.addresses(in: cell)
                    for address in addresses.isEmpty ? [cell] : addresses { tape.append(.string, address) }
                }
                tape.append(.endArray)
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

    /// Which of the columns with addresses has the photos, which has smaller pictures of them, and which has pages.
    package struct AddressColumns {
        package var photo: Int?
        package var small: Int?
        package var page: Int?

        /// The first has the photos, and the second smaller ones.
        package init(_ columns: [Int]) { (photo, small) = (columns.first, columns.dropFirst().first) }

        /// The same, unless the cells show which have pictures, and the headings which are the larger ones.
        package init(_ columns: [Int], headings: [[UInt8]], rows: ArraySlice<[[UInt8]]>) {
            let pictures = columns.filter { column in
                rows.contains { row in
                    column < row.count && row[column].withUnsafeBytes { AddressLook($0).showsPicture }
                }
            }
            self.init(pictures.isEmpty ? columns : pictures)
            if pictures.isEmpty { return }
            page = columns.first { !pictures.contains($0) }
            let sizes = pictures.map { column -> Int in
                let sense = headings.indices.contains(column) ? KeySense(headings[column]) : nil
                return sense?.size ?? (sense?.isThumbnail == true ? PictureSize.sufficient : PictureSize.unknown)
            }
            guard let largest = sizes.max(), let smallest = sizes.min(), smallest < largest else { return }
            photo = sizes.firstIndex(of: largest).map { pictures[$0] }
            small = sizes.firstIndex(of: smallest).map { pictures[$0] }
        }
    }

    /// The meaning of a column of texts that stands before or after the addresses: `key`, unless its heading says more.
    /// What numbers the rows says nothing of them.
    package static func meaning(of heading: [UInt8], otherwise key: EntryKey) -> EntryKey? {
        let sense = KeySense(heading)
        if sense.isIdentity || sense.stem.last == "id" { return nil }
        return sense.isCaption ? caption : key
    }

    private static let caption = EntryKey(Array("caption".utf8))

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
