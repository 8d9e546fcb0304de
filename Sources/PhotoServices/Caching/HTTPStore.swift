import Foundation
import PhotoCore
import Synchronization

/// Replies on disk, one file each, within a budget.
///
/// Not libsoup's own SoupCache: it writes its index only on a dump, so a killed program finds files without an index,
/// or with an index of other files, and a cache must never serve a wrong or torn picture. It also returns nothing stale
/// without a network. This store has no index: each file describes itself and proves that it is complete. It is written
/// under a temporary name and renamed; a file damaged by a crash of the machine has a wrong checksum, and is ignored.
///
/// Several processes may share a folder. All calls block on the disk: never on the main context.
public final class HTTPStore: Sendable {
    /// 512 MiB: 500 camera originals, or the beginnings of 20,000.
    public static let defaultBudget = 512 << 20
    /// A larger entry is not written and read in one piece.
    private static let largestShare = 8
    /// The share of the budget left after a clean-up: one clean-up serves many entries.
    private static let leftShare = 0.9
    let folder: URL
    let limit: DiskBudget
    /// The files' size, as far as this process knows; nil before it has checked.
    private let byteCount = Mutex<Int?>(nil)
    private let isCleaning = Atomic(false)

    /// Stores at most about `budget` bytes in `folder`, which is created on demand.
    public init(folder: URL, budget: Int = HTTPStore.defaultBudget) {
        (self.folder, limit) = (folder, DiskBudget(budget))
    }

    /// The program's own: XDG_CACHE_HOME/classic-photos/http.
    public static var standardFolder: URL { BaseFolder.cache.path.appending("http").url(isFolder: true) }

    /// Without a final name: see ``AbandonedBodies``.
    var newTemporaryFile: URL { folder.appendingPathComponent(".\(UUID().uuidString)") }

    func file(of url: URL) -> URL { folder.appendingPathComponent(SHA256.text(of: url.absoluteString)) }

    /// The size of the largest stored body of `url`, in any form, with what is stored with it.
    func storedByteCount(for url: URL) -> Int {
        [file(of: url), streamFile(of: url), partFile(of: url)].map { file in
            var status = stat()
            return stat(file.path, &status) == 0 ? Int(status.st_size) : 0
        }.max() ?? 0
    }

    /// The stored reply for `url`; counts as a use.
    func reply(for url: URL) -> StoredReply? { reply(in: file(of: url), for: url) }

    func reply(in file: URL, for url: URL) -> StoredReply? {
        guard let bytes = StoredFile.contents(of: file, most: longestReply) else { return nil }
        guard let reply = StoredReply(fileBytes: bytes), reply.head.url == url else {
            // If it was just replaced, one entry is lost: no harm done.
            try? FileManager.default.removeItem(at: file)
            return nil
        }
        // The current time: the least recently used files go first.
        utimensat(AT_FDCWD, file.path, nil, 0)
        return reply
    }

    /// Stores `reply` in place of an older one for its URL. Failures are ignored: a full disk is no error.
    func keep(_ reply: StoredReply) {
        let url = reply.head.url
        guard let bytes = bytes(of: reply) else { return stream(reply) }
        guard put(bytes, in: file(of: url)) else { return }
        // The streamed copy holds no more than this reply.
        if reply.isWhole { removeStream(of: url) } else { removePart(of: url) }
    }

    /// Stores a long `reply` as if it came in pieces.
    private func stream(_ reply: StoredReply) {
        let url = reply.head.url
        // A beginning that cannot go on is not worth its room.
        guard reply.body.count <= longestBody, reply.isWhole || reply.head.strongValidator != nil,
            let writer = StoredStreamWriter(url, reply.head, in: self, isResumable: !reply.isWhole)
        else {
            if reply.isWhole { removeBody(of: url) }
            return
        }
        for offset in stride(from: 0, to: reply.body.count, by: StoredStreamWriter.blockByteCount) {
            writer.append(reply.body.dropFirst(offset).prefix(StoredStreamWriter.blockByteCount))
        }
        guard reply.isWhole else { return writer.leave() }
        writer.finish(reply.head)
        removePart(of: url)
    }

    /// The bytes of a file for `reply`; nil if it is too long for one piece.
    private func bytes(of reply: StoredReply) -> Data? {
        // Bytes that are not kept need no copy.
        guard reply.body.count <= longestReply, let bytes = reply.fileBytes, bytes.count <= longestReply else {
            return nil
        }
        return bytes
    }

    @discardableResult private func put(_ bytes: Data, in file: URL) -> Bool {
        let temporary = newTemporaryFile
        do {
            // Only its owner may read it: it may hold private photos.
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            return false
        }
        // Not synchronized to disk: the checksum detects torn files.
        let descriptor = WriterLock.create(temporary.filePath)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        guard StoredFile.write(bytes, to: descriptor, at: 0), rename(temporary.path, file.path) == 0 else {
            unlink(temporary.path)
            return false
        }
        added(bytes.count)
        return true
    }

    var budget: Int { limit.bytes }
    var longestReply: Int { budget / Self.largestShare }
    /// The longest body that is kept.
    var longestBody: Int { Self.longestBody(of: budget) }

    /// Half of the budget: one catalogue of a million rows, or a long photo, is worth more than those it may evict.
    static func longestBody(of budget: Int) -> Int { budget / 2 }

    func remove(_ url: URL) { unlink(file(of: url).path) }

    // MARK: - The budget

    /// Files were removed: the next write counts again.
    func removed() { byteCount.withLock { $0 = nil } }

    func added(_ count: Int) {
        let isOver = byteCount.withLock { known in
            // Replaced entries are not subtracted: the next check corrects the sum.
            known = known.map { $0 + count }
            return known.map { $0 > budget } ?? true
        }
        if isOver { cleanUp() }
    }

    /// Checks all files, and removes the least recently used ones if there are too many.
    private func cleanUp() {
        // If several downloads end at once, one of them cleans up.
        guard !isCleaning.exchange(true, ordering: .acquiring) else { return }
        defer { isCleaning.store(false, ordering: .releasing) }
        let files = StoredFiles(in: folder.path)
        var sum = files.byteCount
        if sum > budget { sum = files.removeOldest(leaving: Int(Double(budget) * Self.leftShare)) }
        let left = sum
        byteCount.withLock { $0 = left }
    }
}

/// Pictures further on in a photo's file, stored apart from the photo under their own names, so that they are never
/// confused.
extension HTTPStore {
    /// The stored `range` of the photo with `head`; nil if it belongs to another version.
    func piece(at range: Range<Int>, of head: StoredHead) -> Data? {
        guard let validator = head.strongValidator,
            let reply = reply(in: file(of: head.url, range), for: head.url), !reply.isWhole,
            reply.head.strongValidator == validator, reply.head.totalByteCount == head.totalByteCount,
            reply.body.count == range.count
        else { return nil }
        return reply.body
    }

    func keep(_ bytes: Data, at range: Range<Int>, of head: StoredHead) {
        guard Freshness(head).isStorable, head.strongValidator != nil,
            let bytes = self.bytes(of: StoredReply(head: head, body: bytes, isWhole: false))
        else { return }
        put(bytes, in: file(of: head.url, range))
    }

    func removePiece(at range: Range<Int>, of head: StoredHead) { unlink(file(of: head.url, range).path) }

    /// No URL contains a space, so no reply has this name.
    private func file(of url: URL, _ range: Range<Int>) -> URL {
        folder.appendingPathComponent(SHA256.text(of: "\(url.absoluteString) \(range.lowerBound)-\(range.upperBound)"))
    }
}
