/// A heading and a row per photo (RFC 4180).
///
/// Not with libcsv's `csv_write`: it quotes every field, and here quotes distinguish an empty text from an absent one.
struct SavedCSV: SavedCatalogueWriting {
    /// The currency of prices that name none.
    let currency: String?

    mutating func begin(_ facts: CatalogueFacts, to chunk: inout [UInt8]) {
        chunk.append(contentsOf: (CatalogueSaver.tableHeading.joined(separator: ",") + "\r\n").utf8)
    }

    mutating func append(_ row: SavedRow, to chunk: inout [UInt8]) {
        let start = chunk.count
        var hasText = false
        for field in CatalogueField.allCases {
            if field != .name { chunk.append(UInt8(ascii: ",")) }
            var text = row[field]
            if field == .currency, text == nil, row[.price] != nil { text = currency }
            if let text {
                Self.append(FormulaEscape.escaped(text), to: &chunk)
                hasText = true
            }
        }
        // A row of only commas would be dropped.
        if !hasText { chunk.insert(contentsOf: "\"\"".utf8, at: start) }
        chunk.append(contentsOf: "\r\n".utf8)
    }

    mutating func end(to chunk: inout [UInt8]) {}

    private static func append(_ text: String, to chunk: inout [UInt8]) {
        let isSpace = { (byte: UInt8?) in byte.map(EntryScratch.isSpace) == true }
        // An empty text is quoted, an absent one is not; and so is what a spreadsheet of another language would part.
        let isPlain =
            !text.isEmpty && !isSpace(text.utf8.first) && !isSpace(text.utf8.last)
            && !text.utf8.contains { $0 == 0x22 || $0 == 0x2C || FormulaEscape.mayPart($0) }
        if isPlain { return chunk.append(contentsOf: text.utf8) }
        chunk.append(0x22)
        for byte in text.utf8 {
            if byte == 0x22 { chunk.append(0x22) }
            chunk.append(byte)
        }
        chunk.append(0x22)
    }
}
