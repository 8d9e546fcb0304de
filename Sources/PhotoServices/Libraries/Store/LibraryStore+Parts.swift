import Foundation

/// The packed parts of what is kept.
extension LibraryStore {
    /// What has parts. They are removed with it.
    enum PartOwner: String {
        case page, bucket
    }

    /// The parts of a page or a bucket, in their order: no more than may be kept, and one that is too much.
    func parts(
        of owner: PartOwner, at address: String, most: Int, in connection: SQLiteConnection
    ) throws(SQLiteFailure) -> [PackedData] {
        var parts: [PackedData] = []
        var byteCount = 0
        let name = owner.rawValue
        let all = "SELECT length, checksum, body FROM \(name)_part WHERE \(name) = ? ORDER BY place"
        try connection.run(all, .text(address)) { row in
            // What a file has beyond that is not what was kept.
            guard parts.count < PartPacking.mostParts, byteCount <= most else { return }
            let part = PackedData(
                bytes: row.blob(2), byteCount: row.integer(0), checksum: UInt64(bitPattern: Int64(row.integer(1))))
            byteCount += part.bytes.count
            parts.append(part)
        }
        return parts
    }

    /// Keeps the parts of a page or a bucket, which is there and has none.
    func keep(
        _ parts: [PackedData], of owner: PartOwner, at address: String, in connection: SQLiteConnection
    ) throws(SQLiteFailure) {
        let name = owner.rawValue
        for (place, part) in parts.enumerated() {
            try connection.run(
                "INSERT INTO \(name)_part (\(name), place, length, checksum, body) VALUES (?, ?, ?, ?, ?)",
                .text(address), .integer(place), .integer(part.byteCount),
                .integer(Int(Int64(bitPattern: part.checksum))), .blob(part.bytes))
        }
    }
}
