import Foundation
import PhotoCore

/// Writes a body to disk as it comes, so that a program that is killed finds most of it again. It is there for others
/// as whole once `finish` has named it. Used on one thread at a time.
final class StoredStreamWriter {
    /// A block: what is lost at most when the program is killed, but for what came in the last second.
    static let blockByteCount = 64 << 10
    /// Bytes wait no longer than this for their block to be full.
    static let longestWait = 1.0

    /// Whether what was there before has been gone on from, and need not be given again.
    let continues: Bool
    /// Whether there are bytes that are not in a block yet.
    var hasUnsaved: Bool { !unsaved.isEmpty }

    private let store: HTTPStore
    private let url: URL
    private let body: URL
    private let descriptor: Int32
    /// Of the blocks' checksums; -1 where somebody else is writing the same body, so that this one has no place for
    /// them.
    private let sums: Int32
    private var sumsByteCount = 0
    private var checksum = RunningChecksum()
    private var byteCount = 0
    private var unsaved = Data()
    private var savedAt = ContinuousClock.now
    private var isBroken = false
    private var isEnded = false

    /// Half of the budget: one catalogue of a million rows is worth more than the photos that it may push out.
    private let limit: Int

    /// Begins to write the body of `url`, which has this `head`; or goes on with what `beginning` has read, if nobody
    /// else does. What is not `isResumable` is of no use before it is whole. Nil where there is no writing.
    init?(
        _ url: URL, _ head: StoredHead, in store: HTTPStore, after beginning: PartialBodyReader? = nil,
        isResumable: Bool = true
    ) {
        self.store = store
        self.url = url
        limit = store.budget / 2
        // Readable for its owner alone: it may be a private photo.
        try? FileManager.default.createDirectory(
            at: store.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        guard let start = PartialBody.start(head) else { return nil }
        let (part, sums) = (store.partFile(of: url), store.sumsFile(of: url))
        if let beginning, let opened = Self.open(part, O_RDWR) {
            let known = Glibc.open(sums.path, O_WRONLY | O_CLOEXEC)
            if beginning.isSame(as: opened), known >= 0, ftruncate(known, beginning.sumsByteCount) == 0 {
                (body, descriptor, self.sums, continues) = (part, opened, known, true)
                (sumsByteCount, checksum) = (beginning.sumsByteCount, beginning.checksum)
                byteCount = beginning.byteCount
                return
            }
            if known >= 0 { close(known) }
            close(opened)
        }
        continues = false
        let made = isResumable ? Self.make(part) : nil
        let written = made == nil ? nil : Self.make(sums, locks: false)
        if let made, let written {
            (body, descriptor, self.sums) = (part, made, written)
            isBroken = !StoredFile.write(start, to: written, at: 0)
            sumsByteCount = start.count
        } else {
            if let made { close(made) }
            body = store.folder.appendingPathComponent(".\(getpid())-\(UUID().uuidString)")
            descriptor = Glibc.open(body.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            self.sums = -1
            guard descriptor >= 0 else { return nil }
        }
    }

    deinit { abandon() }

    /// Opens a file that nobody else is writing: a lock ends with whoever has it, however that ends.
    private static func open(_ file: URL, _ mode: Int32) -> Int32? {
        let descriptor = Glibc.open(file.path, mode | O_CLOEXEC)
        if descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
        if descriptor >= 0 { close(descriptor) }
        return nil
    }

    /// Makes a new file instead of one that nobody is writing; who reads the old one has it still.
    private static func make(_ file: URL, locks: Bool = true) -> Int32? {
        if locks, access(file.path, F_OK) == 0 {
            guard let old = open(file, O_RDONLY) else { return nil }
            unlink(file.path)
            close(old)
        }
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | (locks ? O_EXCL : O_TRUNC)
        let made = Glibc.open(file.path, flags, 0o600)
        if made >= 0, !locks || flock(made, LOCK_EX | LOCK_NB) == 0 { return made }
        if made >= 0 { close(made) }
        return nil
    }

    /// Adds to the body. What cannot be written is not kept: a full disk is no failure.
    func append(_ bytes: Data) {
        guard !isBroken else { return }
        unsaved += bytes
        isBroken = byteCount + unsaved.count > limit
        if unsaved.count >= Self.blockByteCount || (.now - savedAt) / .seconds(1) >= Self.longestWait { save() }
    }

    /// Writes what has come. No fsync: the checksums tell what a machine that stops has left undone.
    func save() {
        savedAt = .now
        guard !isBroken, !isEnded else { return }
        while !unsaved.isEmpty {
            let block = unsaved.prefix(PartialBody.largestBlock)
            checksum.add(block)
            isBroken = !StoredFile.write(block, to: descriptor, at: StreamFile.bodyFrom + byteCount)
            byteCount += block.count
            if !isBroken, sums >= 0 {
                let entry = PartialBody.entry(end: byteCount, checksum: StreamFile.checksum(of: block))
                isBroken = !StoredFile.write(entry, to: sums, at: sumsByteCount)
                sumsByteCount += entry.count
            }
            if isBroken { return }
            unsaved = Data(unsaved.dropFirst(block.count))
        }
    }

    /// Keeps the body, which is whole, instead of what was kept for its URL.
    func finish(_ head: StoredHead) {
        save()
        guard !isEnded, !isBroken, let description = StreamFile.description(head, isWhole: true) else {
            return abandon()
        }
        let start = StreamFile.Start(bodyCount: byteCount, bodyChecksum: checksum.value, description: description)
        let end = StreamFile.bodyFrom + byteCount
        let isWritten =
            StoredFile.write(description, to: descriptor, at: end)
            && ftruncate(descriptor, end + description.count) == 0
            && StoredFile.write(start.bytes, to: descriptor, at: 0)
            && isInPlace && rename(body.path, store.streamFile(of: url).path) == 0
        if isWritten {
            isEnded = true
            if sums >= 0 { unlink(store.sumsFile(of: url).path) }
            store.remove(url)
            closeFiles()
            store.added(end + description.count)
        } else {
            abandon()
        }
    }

    /// Leaves what has come to whoever goes on with it; whole it is not.
    func leave() {
        save()
        guard !isEnded, !isBroken, sums >= 0, byteCount > 0 else { return abandon() }
        isEnded = true
        closeFiles()
        store.added(byteCount)
    }

    /// Forgets what was written.
    func abandon() {
        guard !isEnded else { return }
        isEnded = true
        if isInPlace {
            unlink(body.path)
            if sums >= 0 { unlink(store.sumsFile(of: url).path) }
        }
        closeFiles()
    }

    /// Whether the file is still under its name: who cleans up may have removed it.
    private var isInPlace: Bool {
        var (ours, named) = (stat(), stat())
        return fstat(descriptor, &ours) == 0 && stat(body.path, &named) == 0 && ours.st_ino == named.st_ino
            && ours.st_dev == named.st_dev
    }

    private func closeFiles() {
        close(descriptor)
        if sums >= 0 { close(sums) }
    }
}
