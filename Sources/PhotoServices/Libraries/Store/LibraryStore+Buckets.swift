import Foundation
import PhotoCore

/// What buckets have listed.
extension LibraryStore {
    /// What the bucket listed the last time, of which the list begins at `address`; nil if nothing is kept.
    func bucket(at address: URL) -> KeptBucket? {
        guard let address = Self.key(address) else { return nil }
        var found: (source: String, region: String, version: String, checksum: Int, used: Double)?
        var parts: [PackedData] = []
        use { connection throws(SQLiteFailure) in
            let statement = "SELECT source, region, version, checksum, used FROM bucket WHERE address = ?"
            try connection.run(statement, .text(address)) { row in
                found = (row.text(0), row.text(1), row.text(2), row.integer(3), row.real(4))
            }
            guard let found else { return }
            parts = try self.parts(of: .bucket, at: address, most: KeptBucket.mostBytes, in: connection)
            if abs(now() - found.used) > Self.useSeconds {
                try connection.run("UPDATE bucket SET used = ? WHERE address = ?", .real(now()), .text(address))
            }
        }
        guard let found else { return nil }
        if let source = Self.url(found.source) {
            let kept = KeptBucket(source: source, region: found.region, version: found.version, parts: parts)
            let isWhole = parts.checksum == UInt64(bitPattern: Int64(found.checksum))
            if isWhole, parts.packedByteCount <= KeptBucket.mostBytes { return kept }
        }
        remove(bucket: address)
        return nil
    }

    /// The version of what is kept of a bucket; nil if nothing is.
    func bucketVersion(at address: URL) -> String? {
        guard let address = Self.key(address) else { return nil }
        var version: String?
        use { connection throws(SQLiteFailure) in
            try connection.run("SELECT version FROM bucket WHERE address = ?", .text(address)) { version = $0.text(0) }
        }
        return version
    }

    /// Keeps what a bucket has listed, in place of an earlier list; unless something was removed since `removals`, when
    /// the store was asked.
    func keep(_ bucket: KeptBucket, at address: URL, since removals: Int) {
        let byteCount = bucket.parts.packedByteCount
        guard let address = Self.key(address), let source = Self.key(bucket.source),
            byteCount <= min(KeptBucket.mostBytes, budget / 2), bucket.parts.count <= PartPacking.mostParts
        else { return }
        let now = now()
        let checksum = Int(Int64(bitPattern: bucket.parts.checksum))
        use(since: removals) { connection throws(SQLiteFailure) in
            try connection.transaction { () throws(SQLiteFailure) in
                try connection.run("DELETE FROM bucket WHERE address = ?", .text(address))
                try makeRoom(for: byteCount, in: connection)
                try connection.run(
                    "INSERT INTO bucket (address, source, region, version, used, checksum, size) "
                        + "VALUES (?, ?, ?, ?, ?, ?, ?)",
                    .text(address), .text(source), .text(bucket.region), .text(bucket.version), .real(now),
                    .integer(checksum), .integer(byteCount))
                try keep(bucket.parts, of: .bucket, at: address, in: connection)
            }
        }
    }

    /// The bucket of which the list begins at `address` is gone, or has no photos.
    func removeBucket(at address: URL) { if let address = Self.key(address) { remove(bucket: address) } }

    private func remove(bucket address: String) {
        use { connection throws(SQLiteFailure) in
            try connection.run("DELETE FROM bucket WHERE address = ?", .text(address))
        }
    }
}
