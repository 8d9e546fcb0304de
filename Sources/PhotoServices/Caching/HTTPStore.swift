import Foundation
import PhotoCore
import Synchronization

/// Replies on disk, one file each, within a budget.
///
/// libsoup has a cache of its own, SoupCache, and it was looked at first. It writes its index only when it is told to
/// dump it: a program that is killed has, at its next start, files without an index or an index of other files, where
/// no cache may serve a wrong or torn picture. And it gives nothing stale when the network is gone. So this store has
/// no index: a file says itself what it is, and that it is whole. It is written under a temporary name and renamed;
/// what survived a crash of the machine only in part has a wrong checksum, and counts as not there.
///
/// Several processes may share a folder. All calls block for the disk: never on the main context.
public final class HTTPStore: Sendable {
    /// 512 MiB: 500 camera originals, or the beginnings of 20,000.
    public static let defaultBudget = 512 << 20
    /// An entry larger than this share of the budget would push out too many others.
    private static let largestShare = 8
    /// When there is too much, so much of the budget is left: one clean-up for many entries.
    private static let leftShare = 0.9
    /// Temporary files as old as this, in seconds, are of a program that was killed.
    private static let abandonedAfter = 3600.0

    /// Where the files are.
    let folder: URL
    let budget: Int
    /// What the files take, as far as this process knows; nil before it has looked.
    private let byteCount = Mutex<Int?>(nil)
    private let isCleaning = Atomic(false)

    /// Keeps at most about `budget` bytes in `folder`, which is made when something is to be kept.
    public init(folder: URL, budget: Int = HTTPStore.defaultBudget) {
        self.folder = folder
        self.budget = budget
    }

    /// The program's own: XDG_CACHE_HOME/classic-photos/http.
    public static var standardFolder: URL {
        // The XDG Base Directory specification: a relative path is to be ignored.
        let set = variable("XDG_CACHE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
        let folder = set ?? (variable("HOME") ?? NSHomeDirectory()) + "/.cache"
        return URL(fileURLWithPath: folder + "/classic-photos/http", isDirectory: true)
    }

    /// Not ProcessInfo's, which makes a dictionary of them all.
    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    func file(of url: URL) -> URL { folder.appendingPathComponent(SHA256.text(of: url.absoluteString)) }

    /// What is kept for `url`; that counts as a use of it.
    func reply(for url: URL) -> StoredReply? { reply(in: file(of: url), for: url) }

    func reply(in file: URL, for url: URL) -> StoredReply? {
        guard let bytes = try? Data(contentsOf: file) else { return nil }
        guard let reply = StoredReply(fileBytes: bytes), reply.head.url == url else {
            // Whoever has replaced it meanwhile has lost one entry: no harm done.
            try? FileManager.default.removeItem(at: file)
            return nil
        }
        // Now: what was used longest ago goes first.
        utimensat(AT_FDCWD, file.path, nil, 0)
        return reply
    }

    /// Keeps `reply` instead of what was kept for its URL. What cannot be kept is not: a full disk is no failure.
    func keep(_ reply: StoredReply) {
        let url = reply.head.url
        guard keep(reply, in: file(of: url)) else { return }
        // Beside what was kept as it came: of that there is no more than in this.
        if reply.isWhole { removeStream(of: url) } else { removePart(of: url) }
    }

    @discardableResult func keep(_ reply: StoredReply, in file: URL) -> Bool {
        guard let bytes = reply.fileBytes, bytes.count <= longestReply else {
            unlink(file.path)
            return false
        }
        let temporary = folder.appendingPathComponent(".\(getpid())-\(UUID().uuidString)")
        do {
            // Readable for its owner alone: it may hold private photos.
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            guard Self.write(bytes, to: temporary.path) else { throw POSIXError(.EIO) }
            guard rename(temporary.path, file.path) == 0 else { throw POSIXError(.EIO) }
        } catch {
            unlink(temporary.path)
            return false
        }
        added(bytes.count)
        return true
    }

    /// How long a reply may be to be kept.
    var longestReply: Int { budget / Self.largestShare }

    /// Forgets what is kept for `url`.
    func remove(_ url: URL) { unlink(file(of: url).path) }

    /// Writes a new file; no fsync, for which its checksum makes up.
    private static func write(_ bytes: Data, to path: String) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        let isWritten = StoredFile.write(bytes, to: descriptor, at: 0)
        return close(descriptor) == 0 && isWritten
    }

    // MARK: - The budget

    func added(_ count: Int) {
        let isOver = byteCount.withLock { known in
            // What an entry replaces is not subtracted: the next look sets the sum right.
            known = known.map { $0 + count }
            return known.map { $0 > budget } ?? true
        }
        if isOver { cleanUp() }
    }

    /// Looks at all files, and removes those used longest ago if there is too much.
    private func cleanUp() {
        // Several downloads end at once: one of them cleans up for all.
        guard !isCleaning.exchange(true, ordering: .acquiring) else { return }
        defer { isCleaning.store(false, ordering: .releasing) }
        let files = StoredFiles(in: folder.path, abandonedAfter: Self.abandonedAfter)
        var sum = files.byteCount
        if sum > budget { sum = files.removeOldest(leaving: Int(Double(budget) * Self.leftShare)) }
        let left = sum
        byteCount.withLock { $0 = left }
    }
}

/// Smaller pictures that lie further on in a photo's file: each is kept apart from the photo, under a name of its own,
/// so that neither is ever taken for the other.
extension HTTPStore {
    /// What is kept of `range` of the photo that `head` is of; nil where that is of another version of it.
    func piece(at range: Range<Int>, of head: StoredHead) -> Data? {
        guard let validator = head.strongValidator,
            let reply = reply(in: file(of: head.url, range), for: head.url), !reply.isWhole,
            reply.head.strongValidator == validator, reply.head.totalByteCount == head.totalByteCount,
            reply.body.count == range.count
        else { return nil }
        return reply.body
    }

    /// Keeps `bytes`, which are those of `range`.
    func keep(_ bytes: Data, at range: Range<Int>, of head: StoredHead) {
        guard Freshness(head).isStorable, head.strongValidator != nil else { return }
        keep(StoredReply(head: head, body: bytes, isWhole: false), in: file(of: head.url, range))
    }

    /// No URL has a space in it, and so no reply is kept under this name.
    private func file(of url: URL, _ range: Range<Int>) -> URL {
        folder.appendingPathComponent(
            SHA256.text(of: "\(url.absoluteString) \(range.lowerBound)-\(range.upperBound)"))
    }
}
