import Foundation
import PhotoCore

/// The bytes of an archive on a server that sends any range of them.
struct WebBytes: ArchiveBytes {
    let byteCount: Int
    private let url: URL
    /// The head of the first reply: further ranges are of its version.
    private let version: StoredHead
    /// Its first bytes.
    private let head: [UInt8]

    /// What the first request brings, which suffices to tell the archive's kind.
    private static let firstByteCount = 16 << 10
    /// 256 TiB: a server that states more is wrong. To skip so much takes libarchive minutes.
    static let mostBytes = 1 << 48

    /// The archive at `url`: its ranges, or all of it in a file if the server sends only that.
    static func open(_ url: URL, _ access: ArchiveAccess) throws(ArchiveError) -> any ArchiveBytes {
        let spool = try SpoolFile()
        let reply = try RangeReply.fetch(
            url, fields: ["Range": "bytes=0-\(firstByteCount - 1)"], limit: ArchiveLimits.downloadByteCount,
            most: firstByteCount, spool: spool, access)
        guard let bytes = reply.bytes else { return try spool.finish() }
        guard let range = reply.head.contentRange, range.range.lowerBound == 0, let total = range.total,
            total <= mostBytes
        else {
            throw .fetch(.garbled(reason: ""))
        }
        let version = StoredHead(reply.head, to: url, totalByteCount: total)
        return WebBytes(byteCount: total, url: url, version: version, head: bytes)
    }

    func read(_ range: Range<Int>, _ access: ArchiveAccess) throws(ArchiveError) -> [UInt8] {
        let range = range.clamped(to: 0..<byteCount)
        if range.isEmpty { return [] }
        if range.lowerBound < head.count { return Array(head[range.clamped(to: 0..<head.count)]) }
        var fields = ["Range": "bytes=\(range.lowerBound)-\(range.upperBound - 1)"]
        fields["If-Range"] = version.strongValidator
        let reply = try RangeReply.fetch(url, fields: fields, limit: range.count, most: range.count, spool: nil, access)
        // A redirect may lead to another address each time.
        guard version.isVersion(of: reply.head), let bytes = reply.bytes, !bytes.isEmpty,
            let sent = reply.head.contentRange, sent.range.lowerBound == range.lowerBound,
            sent.total ?? byteCount == byteCount, bytes.count <= range.count
        else { throw .changed }
        return bytes
    }
}
