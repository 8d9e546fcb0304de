import CSoup
import Foundation
import PhotoCore

/// A body on disk, read piece by piece. Used on one thread at a time.
protocol StoredBody: AnyObject {
    /// The stored head of the reply.
    var head: StoredHead { get }
    /// Whether the body is complete.
    var isWhole: Bool { get }
    /// The length of the body.
    var byteCount: Int { get }
    /// The next bytes of the body; nil at its end, and on a disk error.
    func next() -> Data?
    /// Whether the body, after reading all of it, is unchanged since it was written. Called once.
    func isIntact() -> Bool
    /// Replaces the head for the same body, if that is cheap.
    func renew(_ head: StoredHead)
}

extension StoredBody {
    /// The held body, for decisions.
    var held: HeldReply { HeldReply(head: head, byteCount: byteCount, isWhole: isWhole) }

    /// Whether it saves more of a download than `other`.
    func isMore(than other: any StoredBody) -> Bool {
        if isWhole != other.isWhole { return isWhole }
        return byteCount > other.byteCount
    }
}

/// Reads the body of a ``StoredReply`` without loading all of it: its checksum covers the whole file, and is checked at
/// the end.
final class StoredReplyReader: StoredBody {
    let head: StoredHead
    let isWhole: Bool
    let byteCount: Int

    private let descriptor: Int32
    private let bodyFrom: Int
    private let expected: Data
    private let checksum: OpaquePointer
    private var position = 0

    /// Like a stream's.
    private static let pieceByteCount = 256 << 10

    init?(_ file: URL, of url: URL) {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0,
            let start = StoredReply.Start(
                of: Int(status.st_size), read: { StoredFile.read(descriptor, $0, at: $1) }),
            start.head.url == url, let checksum = g_checksum_new(G_CHECKSUM_SHA256)
        else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        self.checksum = checksum
        (head, isWhole, byteCount) = (start.head, start.isWhole, start.byteCount)
        (bodyFrom, expected) = (start.bodyFrom, start.checksum)
        add(start.checkedBytes)
    }

    deinit {
        close(descriptor)
        g_checksum_free(checksum)
    }

    func next() -> Data? {
        let count = min(Self.pieceByteCount, byteCount - position)
        guard count > 0, let piece = StoredFile.read(descriptor, count, at: bodyFrom + position) else { return nil }
        position += count
        add(piece)
        return piece
    }

    func isIntact() -> Bool {
        guard position == byteCount else { return false }
        var digest = [UInt8](repeating: 0, count: 32)
        var length: gsize = 32
        g_checksum_get_digest(checksum, &digest, &length)
        return Data(digest) == expected
    }

    /// This would rewrite the whole file; a row's next fetch does it.
    func renew(_ head: StoredHead) {}

    private func add(_ data: Data) {
        data.withUnsafeBytes { bytes in
            g_checksum_update(checksum, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
        }
    }
}

extension HTTPStore {
    /// The stored body of `url`, from the kind of fetch with more of it; counts as a use.
    func openBody(of url: URL) -> (any StoredBody)? {
        var body: (any StoredBody)? = openStream(of: url)
        let file = file(of: url)
        if let reply = StoredReplyReader(file, of: url), body.map({ reply.isMore(than: $0) }) ?? true {
            utimensat(AT_FDCWD, file.path, nil, 0)
            body = reply
        }
        if body?.isWhole != true, let part = openPart(of: url), body.map({ part.isMore(than: $0) }) ?? true {
            body = part
        }
        return body
    }

    /// Removes the stored body of `url`, from all kinds of fetches.
    func removeBody(of url: URL) {
        removeStream(of: url)
        remove(url)
    }

    /// The complete reply stored by a stream, if it has at most `limit` bytes; nil without one.
    func streamedReply(for url: URL, limit: Int) -> StoredReply? {
        // Most photos have none; this case must be cheap.
        guard access(streamFile(of: url).path, F_OK) == 0, let reader = openStream(of: url), reader.isWhole,
            reader.byteCount <= limit
        else { return nil }
        var body = Data(capacity: reader.byteCount)
        while let piece = reader.next() { body += piece }
        guard reader.isIntact() else {
            removeStream(of: url)
            return nil
        }
        return StoredReply(head: reader.head, body: body, isWhole: true)
    }
}
