import Foundation
import PhotoCore

/// Writes an arriving body to disk, so that most of it survives if the program is killed. It becomes visible as
/// complete once `finish` has named it. Used on one thread at a time.
final class StoredStreamWriter {
    /// A block: the maximum loss when the program is killed, apart from the last second.
    static let blockByteCount = 64 << 10
    /// The maximum wait of bytes for a full block.
    static let longestWait = 1.0

    /// Whether it resumes a stored beginning, which need not be written again.
    let continues: Bool
    /// Whether there are bytes outside complete blocks.
    var hasUnsaved: Bool { !unsaved.isEmpty }

    private let store: HTTPStore
    private let url: URL
    private let body: URL
    private let descriptor: Int32
    /// The file of checksums; -1 if another process writes the same body.
    private let sums: Int32
    private var sumsByteCount = 0
    private var checksum = RunningChecksum()
    private var byteCount = 0
    private var unsaved = Data()
    private var savedAt = ContinuousClock.now
    private var isBroken = false
    private var isEnded = false

    private let limit: Int

    /// Begins to write the body of `url` with this `head`, or resumes `beginning` unless another process does. Without
    /// `isResumable`, only a complete body is useful. Nil if writing is impossible.
    init?(
        _ url: URL, _ head: StoredHead, in store: HTTPStore, after beginning: PartialBodyReader? = nil,
        isResumable: Bool = true
    ) {
        self.store = store
        self.url = url
        limit = store.longestBody
        // Only its owner may read it: it may be a private photo.
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
            body = store.newTemporaryFile
            descriptor = WriterLock.create(body.filePath)
            self.sums = -1
            guard descriptor >= 0 else { return nil }
        }
    }

    deinit { abandon() }

    /// Opens a file that no one else is writing: a lock ends with its owner.
    private static func open(_ file: URL, _ mode: Int32) -> Int32? {
        let descriptor = Glibc.open(file.path, mode | O_CLOEXEC)
        if descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
        if descriptor >= 0 { close(descriptor) }
        return nil
    }

    /// Creates a new file in place of one that no one is writing; readers keep the old one.
    private static func make(_ file: URL, locks: Bool = true) -> Int32? {
        if locks, access(file.path, F_OK) == 0 {
            guard let old = open(file, O_RDONLY) else { return nil }
            unlink(file.path)
            close(old)
        }
        let made =
            locks
            ? WriterLock.create(file.filePath) : Glibc.open(file.path, O_RDWR | O_CREAT | O_CLOEXEC | O_TRUNC, 0o600)
        return made >= 0 ? made : nil
    }

    /// Appends to the body. Failures are ignored: a full disk is no error.
    func append(_ bytes: Data) {
        guard !isBroken else { return }
        unsaved += bytes
        isBroken = byteCount + unsaved.count > limit
        if unsaved.count >= Self.blockByteCount || (.now - savedAt) / .seconds(1) >= Self.longestWait { save() }
    }

    /// Writes received bytes, without fsync: the checksums detect what a stopped machine has lost.
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

    /// Stores the complete body in place of an older one for its URL.
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

    /// Leaves the incomplete body for a later fetch.
    func leave() {
        save()
        guard !isEnded, !isBroken, sums >= 0, byteCount > 0 else { return abandon() }
        isEnded = true
        closeFiles()
        store.added(byteCount)
    }

    /// Removes the written bytes.
    func abandon() {
        guard !isEnded else { return }
        isEnded = true
        if isInPlace {
            unlink(body.path)
            if sums >= 0 { unlink(store.sumsFile(of: url).path) }
        }
        closeFiles()
    }

    /// Whether the file still has its name: a clean-up may have removed it.
    private var isInPlace: Bool { StoredFile.isSame(descriptor) { stat(body.path, &$0) } }

    private func closeFiles() {
        close(descriptor)
        if sums >= 0 { close(sums) }
    }
}
