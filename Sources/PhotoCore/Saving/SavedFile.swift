import Foundation

/// A file that is there as a whole or not at all: it is written under another name beside its own, and takes its place when
/// it is complete. Belongs to one worker.
struct SavedFile {
    private let path: String
    private let temporary: String
    private let descriptor: Int32

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
        let file = URL(fileURLWithPath: path)
        // Names are at most 255 bytes long, so it is not made of the file's own.
        temporary = file.deletingLastPathComponent().appendingPathComponent(".\(UUID().uuidString).part").path
        descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        if descriptor < 0 { throw SaveFailure(errno: errno) }
        if isThere { fchmod(descriptor, known.st_mode & 0o777) }
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

    /// The file is complete: on the disk, and in its place.
    func finish() throws(SaveFailure) {
        // Some file systems say only now that there is no room.
        let isWritten = fsync(descriptor) == 0
        let failure = errno
        if close(descriptor) != 0 || !isWritten {
            unlink(temporary)
            throw SaveFailure(errno: isWritten ? errno : failure)
        }
        if rename(temporary, path) != 0 {
            let failure = errno
            unlink(temporary)
            throw SaveFailure(errno: failure)
        }
    }

    /// Leaves what was there as it was.
    func abandon() {
        close(descriptor)
        unlink(temporary)
    }
}
