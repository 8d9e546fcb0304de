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
            var byteCount = 0
            let all = "SELECT length, checksum, body FROM bucket_part WHERE bucket = ? ORDER BY place"
            try connection.run(all, .text(address)) { row in
                // What a file has beyond that is not what was kept.
                guard parts.count < KeptBucket.mostParts, byteCount <= KeptBucket.mostBytes else { return }
                let part = PackedData(
                    bytes: row.blob(2), byteCount: row.integer(0), checksum: UInt64(bitPattern: Int64(row.integer(1))))
                byteCount += part.bytes.count
                parts.append(part)
            }
            if abs(now() - found.used) > Self.useSeconds {
                try connection.run("UPDATE bucket SET used = ? WHERE address = ?", .real(now()), .text(address))
            }
        }
        guard let found else { return nil }
        if let source = URL(string: found.source) {
            let kept = KeptBucket(source: source, region: found.region, version: found.version, parts: parts)
            let isWhole = kept.checksum == UInt64(bitPattern: Int64(found.checksum))
            if isWhole, kept.byteCount <= KeptBucket.mostBytes { return kept }
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
        let byteCount = bucket.byteCount
        guard let address = Self.key(address), let source = Self.key(bucket.source),
            byteCount <= min(KeptBucket.mostBytes, budget / 2), bucket.parts.count <= KeptBucket.mostParts
        else { return }
        let now = now()
        let checksum = Int(Int64(bitPattern: bucket.checksum))
        use(since: removals) { connection throws(SQLiteFailure) in
            try connection.transaction { () throws(SQLiteFailure) in
                try connection.run("DELETE FROM bucket WHERE address = ?", .text(address))
                try makeRoom(for: byteCount, in: connection)
                try connection.run(
                    "INSERT INTO bucket (address, source, region, version, used, checksum, size) "
                        + "VALUES (?, ?, ?, ?, ?, ?, ?)",
                    .text(address), .text(source), .text(bucket.region), .text(bucket.version), .real(now),
                    .integer(checksum), .integer(byteCount))
                for (place, part) in bucket.parts.enumerated() {
                    try connection.run(
                        "INSERT INTO bucket_part (bucket, place, length, checksum, body) VALUES (?, ?, ?, ?, ?)",
                        .text(address), .integer(place), .integer(part.byteCount),
                        .integer(Int(Int64(bitPattern: part.checksum))), .blob(part.bytes))
                }
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
