import Foundation

/// A file that is either complete or absent: written without a name (or, if the file system cannot do that, under a
/// hidden name next to its own), and moved to its place when complete. Belongs to one worker.
///
/// A nameless file disappears with its writer: a killed program leaves nothing behind.
struct SavedFile {
    private let place: SavedPlace
    private let replaces: Bool
    private let hiddenPath: FilePath
    private let hasName: Bool
    private let descriptor: Int32

    /// O_TMPFILE of Linux's fcntl.h, which Swift does not import: its own bit, and O_DIRECTORY for the opened folder.
    private static let withoutName = 0o20_000_000 | O_DIRECTORY

    /// Begins a file at `path`, or a new version of an existing one: follows a link, and keeps the permissions. Throws
    /// why it cannot be written.
    init(at path: FilePath) throws(SaveFailure) { try self.init(at: .file(path)) }

    /// Begins a file at `place`, likewise.
    init(at place: SavedPlace) throws(SaveFailure) {
        let folder: FilePath
        var known: stat?
        switch place {
        case .file(let path):
            let target = path.withCString { realpath($0, nil) }
            defer { free(target) }
            let path = target.map { FilePath(cString: $0) } ?? path
            self.place = .file(path)
            known = path.status()
            folder = path.parent
        case .folder(let path, let name, let wanted, let names):
            // Most taken names are taken now already.
            var name = name
            while path.appending(name).isTaken { name = names.another(for: wanted) }
            self.place = .folder(path, name: name, wanted: wanted, names: names)
            folder = path
        }
        if let known, known.st_mode & S_IFMT == S_IFDIR { throw .isFolder }
        replaces = known != nil
        // Names have at most 255 bytes, so this one does not contain the file's own.
        hiddenPath = folder.appending(".\(UUID().uuidString).part")
        var opened = folder.withCString { open($0, O_WRONLY | Self.withoutName | O_CLOEXEC, 0o666) }
        hasName = opened < 0
        // Reports a real error as well.
        if hasName { opened = hiddenPath.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) } }
        if opened < 0 { throw SaveFailure(errno: errno) }
        descriptor = opened
        if let known { fchmod(descriptor, known.st_mode & 0o777) }
    }

    /// The path for a library that writes only to paths; valid until the file is finished or abandoned.
    var openPath: String { "/proc/self/fd/\(descriptor)" }

    /// Throws if there is certainly no space for this many bytes, before they are downloaded.
    func expect(_ byteCount: Int) throws(SaveFailure) {
        var room = statvfs()
        guard fstatvfs(descriptor, &room) == 0, room.f_blocks > 0, byteCount > 0 else { return }
        if UInt64(byteCount) / UInt64(max(1, room.f_frsize)) > UInt64(room.f_bavail) { throw .noRoom }
    }

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

    func write(_ data: Data) throws(SaveFailure) {
        try data.withUnsafeBytesTyped { (bytes) throws(SaveFailure) in try write(bytes) }
    }

    /// Completes the file on disk and in its place; returns the path.
    @discardableResult
    func finish() throws(SaveFailure) -> FilePath {
        // Some file systems report a full disk only now.
        var isDone = fsync(descriptor) == 0
        // A nameless file gets a name through its descriptor, which replaces nothing; the next step does.
        if isDone, !hasName {
            isDone = hiddenPath.withCString { linkat(AT_FDCWD, openPath, AT_FDCWD, $0, AT_SYMLINK_FOLLOW) } == 0
        }
        var failure = errno
        if close(descriptor) != 0, isDone { (isDone, failure) = (false, errno) }
        guard isDone else {
            hiddenPath.remove()
            throw SaveFailure(errno: failure)
        }
        return try giveName()
    }

    /// Replaces the intended file; otherwise replaces nothing, not even a new file.
    private func giveName() throws(SaveFailure) -> FilePath {
        var failure: CInt = 0
        switch place {
        case .file(let path):
            failure =
                replaces
                ? hiddenPath.withCString { from in path.withCString { rename(from, $0) == 0 ? 0 : errno } }
                : hiddenPath.move(to: path)
            if failure == 0 { return path }
        case .folder(let folder, var name, let wanted, let names):
            repeat {
                let path = folder.appending(name)
                failure = hiddenPath.move(to: path)
                if failure == 0 { return path }
                name = names.another(for: wanted)
            } while failure == EEXIST
        }
        hiddenPath.remove()
        throw SaveFailure(errno: failure)
    }

    /// Leaves everything unchanged.
    func abandon() {
        close(descriptor)
        if hasName { hiddenPath.remove() }
    }
}
