/// A heading and a row a photo (RFC 4180).
///
/// Not by libcsv's `csv_write`: it puts quotes around every field, and here they tell an empty text from none.
struct SavedCSV: SavedCatalogueWriting {
    /// That of prices which name none.
    let currency: String?

    mutating func begin(_ facts: CatalogueFacts, to chunk: inout [UInt8]) {
        let heading = CatalogueField.allCases.map(\.savedKey).joined(separator: ",")
        chunk.append(contentsOf: (heading + "\r\n").utf8)
    }

    mutating func append(_ row: SavedRow, to chunk: inout [UInt8]) {
        let start = chunk.count
        var hasText = false
        for field in CatalogueField.allCases {
            if field != .name { chunk.append(UInt8(ascii: ",")) }
            var text = row[field]
            if field == .currency, text == nil, row[.price] != nil { text = currency }
            if let text {
                Self.append(text, to: &chunk)
                hasText = true
            }
        }
        // A row of nothing but commas is none.
        if !hasText { chunk.insert(contentsOf: "\"\"".utf8, at: start) }
        chunk.append(contentsOf: "\r\n".utf8)
    }

    mutating func end(to chunk: inout [UInt8]) {}

    private static func append(_ text: String, to chunk: inout [UInt8]) {
        let isSpace = { (byte: UInt8?) in byte.map(EntryScratch.isSpace) == true }
        // An empty text in quotes is one, without them it is none.
        let isPlain =
            !text.isEmpty && !isSpace(text.utf8.first) && !isSpace(text.utf8.last)
            && !text.utf8.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }
        if isPlain { return chunk.append(contentsOf: text.utf8) }
        chunk.append(0x22)
        for byte in text.utf8 {
            if byte == 0x22 { chunk.append(0x22) }
            chunk.append(byte)
        }
        chunk.append(0x22)
    }
}
