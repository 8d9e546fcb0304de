import CSoup
import Foundation
import PhotoCore

/// A body on disk, read piece by piece. Used on one thread at a time.
protocol StoredBody: AnyObject {
    var head: StoredHead { get }
    var isWhole: Bool { get }
    var byteCount: Int { get }
    /// The next bytes of the body; nil at its end, and on a disk error.
    func next() -> Data?
    /// Whether the body, after reading all of it, is unchanged since it was written. Called once.
    func isIntact() -> Bool
    /// Replaces the head for the same body, if that is cheap.
    func renew(_ head: StoredHead)
}

extension StoredBody {
    var held: HeldReply { HeldReply(head: head, byteCount: byteCount, isWhole: isWhole) }

    /// The whole body; nil if it is damaged. Called once, instead of `next`.
    func all() -> Data? {
        var body = Data(capacity: byteCount)
        while let piece = next() { body += piece }
        return isIntact() ? body : nil
    }

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
    private let checksum = SHA256()
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
            start.head.url == url
        else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        (head, isWhole, byteCount) = (start.head, start.isWhole, start.byteCount)
        (bodyFrom, expected) = (start.bodyFrom, start.checksum)
        checksum.add(start.checkedBytes)
    }

    deinit { close(descriptor) }

    func next() -> Data? {
        let count = min(Self.pieceByteCount, byteCount - position)
        guard count > 0, let piece = StoredFile.read(descriptor, count, at: bodyFrom + position) else { return nil }
        position += count
        checksum.add(piece)
        return piece
    }

    func isIntact() -> Bool {
        position == byteCount && checksum.digest == expected
    }

    /// This would rewrite the whole file; a row's next fetch does it.
    func renew(_ head: StoredHead) {}
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
        guard let body = reader.all() else {
            removeStream(of: url)
            return nil
        }
        return StoredReply(head: reader.head, body: body, isWhole: true)
    }
}
