import Foundation
import PhotoCore
import Synchronization

/// A file without a name, to which is written what cannot be read again from an archive or a document. The system
/// removes it with the last use of its bytes, or with the program.
final class SpoolFile: Sendable {
    /// The beginning of its name, where a file system demands one.
    static let prefix = ".archive-"

    private let descriptor: CInt
    private let written = Mutex(0)

    /// In the person's cache folder: `/tmp` may be memory.
    init(in folder: FilePath = BaseFolder.cache.path) throws(ArchiveError) {
        try? FileManager.default.createDirectory(at: folder.url(isFolder: true), withIntermediateDirectories: true)
        let nameless = folder.openNamelessFile(O_RDWR, permissions: 0o600)
        if nameless >= 0 {
            descriptor = nameless
            return
        }
        // A file system that needs a name has it for a moment.
        var path = (folder.appending(Self.prefix + "XXXXXX").bytes + [0]).map { CChar(bitPattern: $0) }
        descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw Self.failure }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(path)
    }

    deinit { close(descriptor) }

    var byteCount: Int { written.withLock { $0 } }

    /// Appends bytes.
    func write(_ bytes: UnsafeRawBufferPointer) throws(ArchiveError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure }
            rest = rest.dropFirst(count)
            written.withLock { $0 += count }
        }
    }

    /// Takes back what was written after that number of bytes.
    func cut(to count: Int) throws(ArchiveError) {
        guard ftruncate(descriptor, count) == 0, lseek(descriptor, count, SEEK_SET) == count else { throw Self.failure }
        written.withLock { $0 = count }
    }

    /// Reads what has been written; nothing beyond it.
    func read(_ range: Range<Int>) throws(ArchiveError) -> [UInt8] {
        try FileBytes.read(range.clamped(to: 0..<byteCount), from: descriptor)
    }

    /// What has been written.
    func finish() throws(ArchiveError) -> FileBytes {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw Self.failure }
        return FileBytes(taking: copy, byteCount: byteCount)
    }

    private static var failure: ArchiveError { .fetch(.other(reason: String(cString: strerror(errno)))) }
}
