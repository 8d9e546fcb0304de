import Foundation
import PhotoCore

/// What WebDAV folders have listed, and the pages of galleries.
extension LibraryStore {
    /// A page is kept and read as a whole if it has no more bytes than this.
    static let longestPage = 32 << 20

    /// What the folder or the gallery at `address` listed the last time; nil if nothing is kept, or if it is no page
    /// that was kept as a whole.
    package func page(at address: URL) -> KeptPage? {
        guard let kept = folder(at: address), kept.byteCount <= Self.longestPage else { return nil }
        var body = Data()
        for number in kept.parts.indices {
            guard let part = kept.part(number) else {
                removePage(at: address)
                return nil
            }
            body += part
        }
        return KeptPage(list: KeptList(body: body, asked: kept.asked), url: kept.url, contentType: kept.contentType)
    }

    /// Keeps what is listed at `address`, in place of an earlier page; unless something was removed since `removals`,
    /// when the server was asked.
    package func keep(_ page: KeptPage, at address: URL, since removals: Int) {
        let body = page.list.body
        guard body.count <= Self.longestPage else { return }
        var parts: [PackedData] = []
        for start in stride(from: 0, to: body.count, by: PartPacking.partBytes) {
            guard let part = PackedData(Data(body.dropFirst(start).prefix(PartPacking.partBytes))) else { return }
            parts.append(part)
        }
        let folder = KeptFolder(
            parts: parts, asked: page.list.asked, url: page.url, contentType: page.contentType)
        keep(folder, at: address, since: removals)
    }

    /// What the folder at `address` listed the last time, packed; nil if nothing is kept.
    func folder(at address: URL) -> KeptFolder? {
        guard let address = Self.key(address) else { return nil }
        var found: (source: String, type: String?, asked: Double, used: Double, checksum: Int)?
        var parts: [PackedData] = []
        use { connection throws(SQLiteFailure) in
            let statement = "SELECT source, type, asked, used, checksum FROM page WHERE address = ?"
            try connection.run(statement, .text(address)) { row in
                found = (row.text(0), row.isNull(1) ? nil : row.text(1), row.real(2), row.real(3), row.integer(4))
            }
            guard let found else { return }
            parts = try self.parts(of: .page, at: address, most: KeptFolder.mostBytes, in: connection)
            if abs(now() - found.used) > Self.useSeconds {
                try connection.run("UPDATE page SET used = ? WHERE address = ?", .real(now()), .text(address))
            }
        }
        guard let found else { return nil }
        if let source = Self.url(found.source), parts.packedByteCount <= KeptFolder.mostBytes,
            parts.checksum == UInt64(bitPattern: Int64(found.checksum))
        {
            return KeptFolder(parts: parts, asked: found.asked, url: source, contentType: found.type)
        }
        remove(address)
        return nil
    }

    /// Keeps what the folder at `address` lists, in place of an earlier list; unless something was removed since
    /// `removals`, when the server was asked.
    func keep(_ folder: KeptFolder, at address: URL, since removals: Int) {
        let byteCount = folder.parts.packedByteCount
        guard let address = Self.key(address), let source = Self.key(folder.url),
            byteCount <= min(KeptFolder.mostBytes, budget / 2), folder.parts.count <= PartPacking.mostParts
        else { return }
        let now = now()
        let checksum = Int(Int64(bitPattern: folder.parts.checksum))
        use(since: removals) { connection throws(SQLiteFailure) in
            try connection.transaction { () throws(SQLiteFailure) in
                try connection.run("DELETE FROM page WHERE address = ?", .text(address))
                try makeRoom(for: byteCount, in: connection)
                try connection.run(
                    "INSERT INTO page (address, source, type, asked, used, checksum, size) "
                        + "VALUES (?, ?, ?, ?, ?, ?, ?)",
                    .text(address), .text(source), folder.contentType.map { .text($0) } ?? .null,
                    .real(folder.asked), .real(now), .integer(checksum), .integer(byteCount))
                try keep(folder.parts, of: .page, at: address, in: connection)
            }
        }
    }

    /// What is listed at `address` is gone.
    package func removePage(at address: URL) { if let address = Self.key(address) { remove(address) } }

    private func remove(_ page: String) {
        use { connection throws(SQLiteFailure) in
            try connection.run("DELETE FROM page WHERE address = ?", .text(page))
        }
    }
}
