import Foundation

/// A file that is either complete or absent: written without a name (or, if the file system cannot do that, under a
/// hidden name next to its own), and moved to its place when complete. Belongs to one worker.
///
/// A nameless file disappears with its writer: a killed program leaves nothing behind. A hidden one is noted
/// (``HiddenFileNotes``), and removed by a later start.
package struct SavedFile {
    private let place: SavedPlace
    private let replaces: Bool
    private let note: HiddenFileNotes.Note?
    private let hiddenPath: FilePath
    private let hasName: Bool
    private let descriptor: Int32

    /// Begins a file at `path`, or a new version of an existing one: follows a link, and keeps the permissions. Throws
    /// why it cannot be written.
    package init(at path: FilePath) throws(SaveFailure) { try self.init(at: .file(path)) }

    /// Begins a file at `place`, likewise; without `mayBeNameless`, as in a file system that cannot do that.
    init(
        at place: SavedPlace, notes: HiddenFileNotes = .standard, mayBeNameless: Bool = true
    ) throws(SaveFailure) {
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
        hiddenPath = HiddenFileNotes.newPath(in: folder)
        var opened: CInt = -1
        if mayBeNameless { opened = folder.openNamelessFile(O_WRONLY, permissions: 0o666) }
        hasName = opened < 0
        note = hasName || replaces ? notes.begin(hiddenPath) : nil
        // Reports a real error as well.
        if hasName { opened = hiddenPath.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) } }
        let failure = errno
        if opened < 0 {
            note?.end()
            throw SaveFailure(errno: failure)
        }
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

    package func write(_ data: Data) throws(SaveFailure) {
        try data.withUnsafeBytesTyped { (bytes) throws(SaveFailure) in try write(bytes) }
    }

    /// Completes the file on disk and in its place; returns the path.
    @discardableResult
    package func finish() throws(SaveFailure) -> FilePath {
        defer { note?.end() }
        // Some file systems report a full disk only now.
        var failure: CInt = fsync(descriptor) == 0 ? 0 : errno
        // A new file needs no name before its own. One that replaces another is moved over it.
        let isHidden = hasName || replaces
        var path: FilePath?
        if failure == 0, !hasName {
            if replaces { failure = link(to: hiddenPath) } else { (path, failure) = giveName { link(to: $0) } }
        }
        if close(descriptor) != 0, failure == 0 { failure = errno }
        if failure == 0, isHidden { (path, failure) = giveName { move(to: $0) } }
        guard failure == 0, let path else {
            if isHidden { hiddenPath.remove() } else { path?.remove() }
            throw SaveFailure(errno: failure)
        }
        return path
    }

    /// Names the nameless file; replaces nothing. Returns the system's error number.
    private func link(to path: FilePath) -> CInt {
        path.withCString { linkat(AT_FDCWD, openPath, AT_FDCWD, $0, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno }
    }

    /// Moves the hidden file. Replaces the intended file; otherwise replaces nothing, not even a new file.
    private func move(to path: FilePath) -> CInt {
        replaces ? hiddenPath.move(replacing: path) : hiddenPath.move(to: path)
    }

    /// Tries the intended name; in a folder, further ones of its series if it is taken. Returns the path, or the
    /// system's error number.
    private func giveName(_ give: (FilePath) -> CInt) -> (path: FilePath?, failure: CInt) {
        switch place {
        case .file(let path):
            let failure = give(path)
            return (failure == 0 ? path : nil, failure)
        case .folder(let folder, var name, let wanted, let names):
            while true {
                let path = folder.appending(name)
                let failure = give(path)
                if failure != EEXIST { return (failure == 0 ? path : nil, failure) }
                name = names.another(for: wanted)
            }
        }
    }

    /// Leaves everything unchanged.
    package func abandon() {
        close(descriptor)
        if hasName { hiddenPath.remove() }
        note?.end()
    }
}
