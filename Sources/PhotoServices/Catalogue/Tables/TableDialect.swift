import PhotoCore

/// The syntax of a text table, found from its beginning: the delimiter, and the meaning of the columns.
struct TableDialect {
    let delimiter: UInt8
    /// The meaning of each column; nil if useless.
    private(set) var columns: [EntryKey?]
    /// How many rows precede the entries: a heading, and Excel's `sep=;`.
    let rowsBefore: Int
    /// Whether the headings, not only the contents, name the column of the photos' addresses.
    let isTold: Bool
    /// Whether the headings are those of the tables that this program saves.
    let isOwn: Bool
    /// Whether some fields are quoted, or rows have more than an address and a text.
    let isEvident: Bool
    /// The headings; empty if the first row is an entry.
    private(set) var headings: [[UInt8]] = []
    /// Whether its headings are a program's own words: the evidence then decides what is a photo.
    private(set) var isForeign = false
    /// Whether cells hold files with their addresses: a row whose cell is empty has no photo.
    private(set) var hasAttachments = false
    /// The columns of which cells hold several addresses.
    private(set) var several: Set<Int> = []
    /// Whether several rows after each other tell of one photo.
    private(set) var repeatsPhotos = false
    /// Whether folders are separated by backslashes, as on Windows.
    private(set) var hasBackslashes = false

    var hasLocation: Bool { isForeign || columns.contains { $0?.field == .location } }

    /// The best interpretation of a document with this head; nil if it does not look like a table.
    init?(_ head: CatalogueHead) {
        // Always the same bytes, however many arrived at once.
        let bytes = Array(head.bytes.prefix(CatalogueHead.byteCount))
        let isWhole = head.isWhole && bytes.count == head.bytes.count
        guard let first = head.text.first, !"<{(".utf8.contains(first), !TreeSyntax.begins(head.text) else {
            return nil
        }
        if bytes.starts(with: "sep=".utf8), bytes.count > 4 {
            self.init(bytes, isWhole: isWhole, delimiter: bytes[4], rowsBefore: 1)
            return
        }
        // Of equals the first wins: tabs and semicolons are rarely accidental.
        let readings = "\t;,|".utf8
            .compactMap { TableDialect(bytes, isWhole: isWhole, delimiter: $0, rowsBefore: 0) }
        guard let most = readings.map(\.score).max(), let best = readings.first(where: { $0.score == most }) else {
            return nil
        }
        self = best
    }

    /// A field counts once: a text full of semicolons has hundreds of columns after an address, all descriptions.
    private var score: Int {
        let fields = Set(columns.compactMap { $0?.field })
        return (isTold ? 1000 : hasLocation ? 500 : 0) + fields.count * 10 + min(columns.count, 9)
    }

    private init?(_ bytes: [UInt8], isWhole: Bool, delimiter: UInt8, rowsBefore: Int) {
        let rows = TableSample(bytes, isWhole: isWhole, delimiter: delimiter).rows.dropFirst(rowsBefore)
        self.init(rows, bytes, delimiter: delimiter, rowsBefore: rowsBefore)
        guard let first = rows.first, TableEvidence.areHeadings(first) else { return }
        headings = first
        isForeign =
            !isOwn && !tellsFiles(in: rows.dropFirst())
            && TableEvidence.hasPhotos(headings: first, rows: rows.dropFirst())
        if isForeign { several = TableEvidence.columnsOfSeveral(headings: first, rows: rows.dropFirst()) }
        if !isOwn, !isForeign {
            findPhotos(in: rows.dropFirst())
            findFiles(in: rows.dropFirst())
            lookAtPhotos(in: rows.dropFirst())
        }
        guard isTold, let column = columns.firstIndex(where: { $0?.field == .location }) else { return }
        hasAttachments = rows.dropFirst().contains { row in
            column < row.count && !row[column].withUnsafeBytes { TableCell.attachments(in: $0) }.isEmpty
        }
        if !isOwn { findNames(before: column, in: rows.dropFirst()) }
    }

    /// Where the usual word, or the first column with addresses, leads to a page, another column may have the photos.
    private mutating func findPhotos(in rows: ArraySlice<[[UInt8]]>) {
        guard let column = columns.firstIndex(where: { $0?.field == .location }),
            let photos = TableEvidence.photoColumn(inPlaceOf: column, headings: headings, rows: rows),
            columns.indices.contains(photos)
        else { return }
        (columns[column], columns[photos]) = (.last(.page), .last(.location))
    }

    /// Whether the headings name the column of the photos' files, and another one has their paths, or several rows tell
    /// of one of them: its captions, or what is in it.
    private func tellsFiles(in rows: ArraySlice<[[UInt8]]>) -> Bool {
        guard isTold, let column = columns.firstIndex(where: { $0?.field == .location }) else { return false }
        let cells = rows.filter { column < $0.count }.map { $0[column] }
        guard cells.contains(where: { LocationDetection.namesPicture($0) && !LocationDetection.isAbsolute($0) }) else {
            return false
        }
        return zip(cells, cells.dropFirst()).contains { $0 == $1 }
            || TableEvidence.columnOfPaths(to: column, rows: rows) != nil
    }

    /// Where the column of the photos has their files' names, another one may have their paths, or their addresses.
    private mutating func findFiles(in rows: ArraySlice<[[UInt8]]>) {
        let isName = { (cell: [UInt8]) in !cell.contains(UInt8(ascii: "/")) && LocationDetection.namesPicture(cell) }
        guard let column = columns.firstIndex(where: { $0?.field == .location }), !rows.isEmpty,
            rows.contains(where: { column < $0.count && isName($0[column]) }),
            rows.allSatisfy({ column < $0.count && !$0[column].contains(UInt8(ascii: "/")) })
        else { return }
        let paths = TableEvidence.columnOfPaths(to: column, rows: rows)
        let addresses = columns.indices.first { other in
            other != column && columns[other]?.field == .location
                && rows.allSatisfy { other < $0.count && LocationDetection.isAbsolute($0[other]) }
        }
        guard let photos = paths ?? addresses, columns.indices.contains(photos) else { return }
        (columns[column], columns[photos]) = (.last(.name), .last(.location))
    }

    /// Notes how the column of the photos is written. Without a photo in it, there is none.
    private mutating func lookAtPhotos(in rows: ArraySlice<[[UInt8]]>) {
        guard let column = columns.firstIndex(where: { $0?.field == .location }) else { return }
        if TableEvidence.leadsToPages(column, headings: headings, rows: rows) {
            columns = []
            return
        }
        let cells = rows.filter { column < $0.count && !$0[column].isEmpty }.map { $0[column] }
        repeatsPhotos = zip(cells, cells.dropFirst()).contains { $0 == $1 }
        hasBackslashes =
            cells.contains { $0.contains(UInt8(ascii: "\\")) }
            && !cells.contains { $0.contains(UInt8(ascii: "/")) || $0.dropFirst().first == UInt8(ascii: ":") }
    }

    /// Where no heading names the rows' names, the first column of words before the addresses holds them.
    private mutating func findNames(before location: Int, in rows: ArraySlice<[[UInt8]]>) {
        if columns.contains(where: { $0?.field == .name }) { return }
        let column = (0..<location).first { column in
            let cells = rows.filter { column < $0.count }.map { $0[column] }
            return columns[column] == nil && TableEvidence.areNames(heading: headings[column], cells: cells)
        }
        if let column { columns[column] = .last(.name) }
    }

    private init?(_ rows: ArraySlice<[[UInt8]]>, _ bytes: [UInt8], delimiter: UInt8, rowsBefore: Int) {
        guard let first = rows.first, let width = rows.map(\.count).max() else { return nil }
        self.delimiter = delimiter
        isOwn = first == CatalogueSaver.tableHeading.map { Array($0.utf8) }
        let told = first.map { cell in cell.withUnsafeBytes { EntryKey($0) } }
        let entries = rows.dropFirst()
        if told.contains(where: { $0?.field == .location }) {
            // "photo" alone in a line, without an address below, is a word.
            guard width > 1 || entries.contains(where: { $0.first.map { LocationDetection.isLikely($0) } == true })
            else {
                return nil
            }
            (columns, self.rowsBefore, isTold, isEvident) = (told, rowsBefore + 1, true, width > 1)
            return
        }
        guard width > 1 else { return nil }
        isTold = false
        let addresses = Self.addressColumns(of: entries.isEmpty ? rows : entries, width: width)
        if let column = addresses.first, column < first.count, !LocationDetection.isLikely(first[column]) {
            // A heading in other words, or in another language.
            let places = TableEvidence.AddressColumns(addresses, headings: first, rows: entries)
            columns = Self.columns(width: width, addresses: addresses, places: places, told: told, headings: first)
            self.rowsBefore = rowsBefore + 1
            isEvident = true
            return
        }
        let places = TableEvidence.AddressColumns(addresses)
        columns = addresses.isEmpty ? [] : Self.columns(width: width, addresses: addresses, places: places, told: [])
        self.rowsBefore = rowsBefore
        // Addresses contain semicolons and bars too; text with commas may be plain.
        let hasSpace = rows.contains { $0.contains { $0.contains(0x20) } }
        isEvident =
            addresses != [0] || delimiter == 0x09 || bytes.contains(0x22) || delimiter != 0x2C && hasSpace
    }

    /// The columns in which almost every row looks like an address; some may be malformed.
    private static func addressColumns(of rows: ArraySlice<[[UInt8]]>, width: Int) -> [Int] {
        (0..<width).filter { column in
            4 * rows.count { column < $0.count && LocationDetection.isLikely($0[column]) } >= 3 * rows.count
        }
    }

    /// Text before an address is a name, text after it a description.
    private static func columns(
        width: Int, addresses: [Int], places: TableEvidence.AddressColumns, told: [EntryKey?], headings: [[UInt8]] = []
    ) -> [EntryKey?] {
        (0..<width).map { column in
            if column == places.photo { return .last(.location) }
            if column == places.small { return .last(.thumbnail) }
            if column == places.page { return .last(.page) }
            if addresses.contains(column) { return nil }
            if column < told.count, let key = told[column] { return key }
            let key = EntryKey.last(column < addresses[0] ? .name : .description)
            return column < headings.count ? TableEvidence.meaning(of: headings[column], otherwise: key) : key
        }
    }
}

/// The first rows of a table.
private final class TableSample: CSVHandling {
    private(set) var rows: [[[UInt8]]] = []
    private var row: [[UInt8]] = []

    /// The complete rows of `bytes`.
    init(_ bytes: [UInt8], isWhole: Bool, delimiter: UInt8) {
        let session = CSVSession(delimiter: delimiter)
        let fits = bytes.withUnsafeBytes { session.parse($0, handler: self) }
        // An incomplete first row must suffice.
        if fits, isWhole || rows.isEmpty { _ = session.finish(handler: self) }
    }

    func field(_ bytes: UnsafeRawBufferPointer?) { row.append(bytes.map { Array($0) } ?? []) }

    func endRow(terminator: Int32) {
        if row.contains(where: { !$0.isEmpty }) { rows.append(row) }
        row = []
    }
}

/// Distinguishes tables from other text.
extension TableDialect {
    static func confidence(of head: CatalogueHead) -> CatalogueFormat.Confidence {
        let isNamed =
            CatalogueFormat.csv.isNamed(by: head.hint)
            || ["text/csv", "text/tab-separated-values", "application/csv"].contains(head.hint.mediaType)
        guard let dialect = TableDialect(head) else { return .none }
        if dialect.isTold { return isNamed ? .certain : dialect.isEvident ? .likely : .possible }
        // An address and a text in each line may be plain text as well: the name decides.
        if dialect.hasLocation { return isNamed ? .certain : dialect.isEvident ? .likely : .possible }
        return isNamed ? .possible : .none
    }
}
