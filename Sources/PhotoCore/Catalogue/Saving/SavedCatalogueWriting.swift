/// Writes one format.
protocol SavedCatalogueWriting {
    /// What precedes the rows.
    mutating func begin(_ facts: CatalogueFacts, to chunk: inout [UInt8])
    /// One row.
    mutating func append(_ row: SavedRow, to chunk: inout [UInt8])
    /// What follows them.
    mutating func end(to chunk: inout [UInt8])
}
