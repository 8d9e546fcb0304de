/// Writes rows of a catalogue as a document that reads back as the same rows.
///
/// Relative addresses become absolute, because the file is elsewhere. A row without an address is written without one,
/// and folders and rows that are not read are left out. Invalid UTF-8 becomes U+FFFD.
public enum CatalogueSaver {
    /// A format that catalogues can be saved in.
    public enum Format: String, Sendable, CaseIterable {
        /// An XML property list: from names to addresses if that suffices, otherwise with an array of photos. Control
        /// characters, U+FFFE and U+FFFF become U+FFFD, because XML cannot hold them.
        case propertyList
        /// JSON: an object with the photos in an array.
        case json
        /// CSV with a heading. It has no title or rates, and repeats the currency in each row. No cell begins like a
        /// formula: ``FormulaEscape``.
        case csv

        /// The file extension.
        public var pathExtension: String {
            switch self {
            case .propertyList: "plist"
            case .json: "json"
            case .csv: "csv"
            }
        }
    }

    /// The first row of a table.
    public static let tableHeading = CatalogueField.allCases.map(\.savedKey)

    /// Writes these rows of the catalogue in this order, piece by piece. For a worker.
    ///
    /// Rethrows errors of `write`, and throws `CatalogueFailure.cancelled` if `isCancelled` returns true before a
    /// piece.
    static func save(
        _ catalogue: Catalogue, rows: some Collection<Int>, as format: Format, isCancelled: () -> Bool = { false },
        write: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let isPlain = format == .propertyList && Self.isPlain(catalogue, rows, isCancelled)
        var document = SavedDocument(catalogue.facts, as: format, isPlain: isPlain)
        _ = try document.append(rows, of: catalogue, isCancelled: isCancelled, write: write)
        try document.end(isCancelled: isCancelled, write: write)
    }

    /// All of the catalogue as one document.
    public static func document(of catalogue: Catalogue, as format: Format) -> [UInt8] {
        var document: [UInt8] = []
        // Nothing here throws.
        try? save(catalogue, rows: 0..<catalogue.count, as: format) { document.append(contentsOf: $0) }
        return document
    }

    /// Whether a dictionary from names to addresses suffices: it holds no other fields, other programs drop repeated
    /// names, and a photo called “title” would be read as the catalogue's title.
    static func isPlain(_ catalogue: Catalogue, _ rows: some Collection<Int>, _ isCancelled: () -> Bool) -> Bool {
        guard catalogue.facts.title == nil, catalogue.facts.currency == nil, catalogue.facts.rates.isEmpty else {
            return false
        }
        // Eight bytes per row; hash collisions do no harm.
        var names: Set<Int> = []
        names.reserveCapacity(rows.count)
        for (index, row) in rows.enumerated() {
            if index & 0xFFFF == 0, isCancelled() { return true }
            let (segment, place) = catalogue.place(of: row)
            if segment.isFolder(at: place) || segment.isUnread(at: place) { continue }
            guard segment.problem(at: place) == nil, let name = segment.text(of: .name, at: place),
                !segment.hasOptionalFields(at: place), !isUsualKey(name), names.insert(name.hashValue).inserted
            else { return false }
        }
        return true
    }

    private static func isUsualKey(_ name: String) -> Bool {
        guard let packed = PackedKey(name) else { return false }
        let isOfEntry = Array(name.utf8).withUnsafeBytes { EntryKey($0) } != nil
        return isOfEntry || CollectionKey.facts.contains(packed)
    }
}

/// Writes one format.
protocol SavedCatalogueWriting {
    /// The text before the rows.
    mutating func begin(_ facts: CatalogueFacts, to chunk: inout [UInt8])
    mutating func append(_ row: SavedRow, to chunk: inout [UInt8])
    /// The text after the rows.
    mutating func end(to chunk: inout [UInt8])
}
