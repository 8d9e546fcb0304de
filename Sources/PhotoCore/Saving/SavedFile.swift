import Foundation

/// A file that is there as a whole or not at all: it is written without a name, or where the file system knows no such files
/// under a hidden one beside its own, and takes its place when it is complete. Belongs to one worker.
///
/// Without a name, because what has none is gone with whoever writes it: a program that is killed leaves nothing behind.
struct SavedFile {
    private let path: String
    private let hiddenPath: String
    private let hasName: Bool
    private let descriptor: Int32

    /// O_TMPFILE of Linux's fcntl.h, which Swift does not import: its own bit, and that of a directory, which is what is opened.
    private static let withoutName = 0o20_000_000 | O_DIRECTORY

    /// Begins a file at `path`, or a new version of the one there is: a link leads to what is replaced, and its permissions
    /// stay. Throws why it cannot be written.
    init(at path: String) throws(SaveFailure) {
        let target = realpath(path, nil)
        defer { free(target) }
        let path = target.map { String(cString: $0) } ?? path
        self.path = path
        var known = stat()
        let isThere = stat(path, &known) == 0
        if isThere, known.st_mode & S_IFMT == S_IFDIR { throw .isFolder }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        // Names are at most 255 bytes long, so it is not made of the file's own.
        hiddenPath = folder.appendingPathComponent(".\(UUID().uuidString).part").path
        var opened = open(folder.path, O_WRONLY | Self.withoutName | O_CLOEXEC, 0o666)
        hasName = opened < 0
        // What is really wrong, it says as well.
        if hasName { opened = open(hiddenPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
        if opened < 0 { throw SaveFailure(errno: errno) }
        descriptor = opened
        if isThere { fchmod(descriptor, known.st_mode & 0o777) }
    }

    /// Where a library finds the file that writes to paths alone; valid until it is finished or abandoned.
    var openPath: String { "/proc/self/fd/\(descriptor)" }

    /// Throws if there surely is no room for so many bytes: better said before they have come from far away.
    func expect(_ byteCount: Int) throws(SaveFailure) {
        var room = statvfs()
        guard fstatvfs(descriptor, &room) == 0, room.f_blocks > 0, byteCount > 0 else { return }
        if UInt64(byteCount) / UInt64(max(1, room.f_frsize)) > UInt64(room.f_bavail) { throw .noRoom }
    }

    /// Adds to the file.
    func write(_ bytes: UnsafeRawBufferPointer) throws(SaveFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if written < 0 {
                if errno == EINTR { continue }
                throw SaveFailure(errno: errno)
            }
            rest = rest.dropFirst(written)
        }
    }

    /// Adds to the file.
    func write(_ data: Data) throws(SaveFailure) {
        try data.withUnsafeBytesTyped { (bytes) throws(SaveFailure) in try write(bytes) }
    }

    /// The file is complete: on the disk, and in its place.
    func finish() throws(SaveFailure) {
        // Some file systems say only now that there is no room.
        var isDone = fsync(descriptor) == 0
        // A file without a name is given one by way of its descriptor; that takes nobody's place, which is for the next step.
        if isDone, !hasName { isDone = linkat(AT_FDCWD, openPath, AT_FDCWD, hiddenPath, AT_SYMLINK_FOLLOW) == 0 }
        var failure = errno
        if close(descriptor) != 0, isDone { (isDone, failure) = (false, errno) }
        if isDone, rename(hiddenPath, path) != 0 { (isDone, failure) = (false, errno) }
        guard !isDone else { return }
        unlink(hiddenPath)
        throw SaveFailure(errno: failure)
    }

    /// Leaves what was there as it was.
    func abandon() {
        close(descriptor)
        if hasName { unlink(hiddenPath) }
    }
}
