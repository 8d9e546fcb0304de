import Foundation
import PhotoCore

/// What WebDAV folders have listed.
extension LibraryStore {
    /// What the folder at `address` listed the last time; nil if nothing is kept.
    package func page(at address: URL) -> KeptPage? {
        guard let address = Self.key(address) else { return nil }
        var packed: (data: PackedData, asked: Double, url: String, type: String?)?
        use { connection throws(SQLiteFailure) in
            var used = 0.0
            let statement = "SELECT asked, used, length, checksum, body, source, type FROM page WHERE address = ?"
            try connection.run(statement, .text(address)) { row in
                used = row.real(1)
                let data = PackedData(
                    bytes: row.blob(4), byteCount: row.integer(2), checksum: UInt64(bitPattern: Int64(row.integer(3))))
                packed = (data, row.real(0), row.text(5), row.isNull(6) ? nil : row.text(6))
            }
            if packed != nil, abs(now() - used) > Self.useSeconds {
                try connection.run("UPDATE page SET used = ? WHERE address = ?", .real(now()), .text(address))
            }
        }
        guard let packed else { return nil }
        guard let body = packed.data.unpacked(longest: KeptFolderFetcher.longestPage), let url = URL(string: packed.url)
        else {
            remove(address)
            return nil
        }
        return KeptPage(list: KeptList(body: body, asked: packed.asked), url: url, contentType: packed.type)
    }

    /// Keeps what the folder at `address` lists, in place of an earlier page; unless something was removed since
    /// `removals`, when the server was asked.
    package func keep(_ page: KeptPage, at address: URL, since removals: Int) {
        guard let address = Self.key(address), let source = Self.key(page.url),
            page.list.body.count <= KeptFolderFetcher.longestPage, let packed = PackedData(page.list.body),
            packed.bytes.count <= budget / 2
        else { return }
        let now = now()
        use(since: removals) { connection throws(SQLiteFailure) in
            try connection.transaction { () throws(SQLiteFailure) in
                try connection.run("DELETE FROM page WHERE address = ?", .text(address))
                try makeRoom(for: packed.bytes.count, in: connection)
                try connection.run(
                    "INSERT INTO page (address, source, type, asked, used, length, checksum, size, body) "
                        + "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    .text(address), .text(source), page.contentType.map { .text($0) } ?? .null, .real(page.list.asked),
                    .real(now), .integer(packed.byteCount), .integer(Int(Int64(bitPattern: packed.checksum))),
                    .integer(packed.bytes.count), .blob(packed.bytes))
            }
        }
    }

    /// The folder at `address` is gone.
    package func removePage(at address: URL) { if let address = Self.key(address) { remove(address) } }

    private func remove(_ page: String) {
        use { connection throws(SQLiteFailure) in
            try connection.run("DELETE FROM page WHERE address = ?", .text(page))
        }
    }
}
