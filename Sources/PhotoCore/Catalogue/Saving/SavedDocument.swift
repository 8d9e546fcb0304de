/// A document that rows of a catalogue are written to, piece by piece. For a worker.
///
/// Its members rethrow errors of `write`, and throw `CatalogueFailure.cancelled` if `isCancelled` returns true before a
/// piece.
struct SavedDocument {
    private var writer: any SavedCatalogueWriting
    /// What is not written yet.
    private var chunk: [UInt8] = []

    /// The approximate number of bytes per `write`: 64 KiB.
    private static let chunkByteCount = 64 << 10

    /// A document of a catalogue with these facts. `isPlain` says that its rows have names and addresses only, and no
    /// name twice.
    init(_ facts: CatalogueFacts, as format: CatalogueSaver.Format, isPlain: Bool) {
        writer =
            switch format {
            case .propertyList: SavedPropertyList(isPlain: isPlain)
            case .json: SavedJSON()
            case .csv: SavedCSV(currency: facts.currency)
            }
        chunk.reserveCapacity(2 * Self.chunkByteCount)
        writer.begin(facts, to: &chunk)
    }

    /// Adds the photos among these rows of a version of the catalogue, without those that are not read. Returns their
    /// number.
    mutating func append(
        _ rows: some Sequence<Int>, of catalogue: Catalogue, isCancelled: () -> Bool,
        write: (UnsafeRawBufferPointer) throws -> Void
    ) throws -> Int {
        var count = 0
        for row in rows where !catalogue.isFolder(at: row) && !catalogue.isUnread(at: row) {
            writer.append(SavedRow(row, of: catalogue), to: &chunk)
            count += 1
            guard chunk.count >= Self.chunkByteCount else { continue }
            if isCancelled() { throw CatalogueFailure.cancelled }
            try chunk.withUnsafeBytes(write)
            chunk.removeAll(keepingCapacity: true)
        }
        return count
    }

    /// Adds the end.
    mutating func end(isCancelled: () -> Bool, write: (UnsafeRawBufferPointer) throws -> Void) throws {
        if isCancelled() { throw CatalogueFailure.cancelled }
        writer.end(to: &chunk)
        try chunk.withUnsafeBytes(write)
        chunk.removeAll()
    }
}
