import Foundation

/// Tells files in use from the leftovers of killed programs: a writer locks its file, and a lock ends with its owner,
/// whatever process ids and clocks say.
///
/// A file exists for a moment before its writer has the lock. So a removal holds the lock itself, and a writer looks
/// whether its file is still there once it has the lock.
package enum WriterLock {
    /// Who has a file.
    package enum State: Sendable, Equatable {
        case written, abandoned
        /// It is missing, not the person's own, or in a file system without locks.
        case unknown
    }

    /// Each removal by another process costs one; nobody removes the same file for ever.
    private static let mostAttempts = 100

    /// Creates a file at `path` for its owner alone, and locks it until its descriptor is closed. The writer gives the
    /// file its final name before that: until then, an unlocked file counts as abandoned. Returns the descriptor for
    /// reading and writing; -1 if there is such a file, or none can be created. In a file system without locks it is
    /// not locked, and no file there counts as abandoned. Blocks on the disk.
    package static func create(_ path: FilePath) -> CInt {
        path.withCString { path in
            for _ in 0..<mostAttempts {
                let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
                guard descriptor >= 0 else { return -1 }
                // Only a removal may have the lock, and only for a moment.
                while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
                if isInPlace(descriptor, path) { return descriptor }
                close(descriptor)
            }
            return -1
        }
    }

    /// Removes the file at `path` if it is abandoned. Returns what its state was. Blocks on the disk.
    @discardableResult package static func removeAbandoned(_ path: FilePath) -> State {
        whileAbandoned(path) { path.remove() }
    }

    /// Calls `body` if the file at `path` is abandoned; nobody takes the file meanwhile. Returns its state. Blocks on
    /// the disk.
    @discardableResult package static func whileAbandoned(_ path: FilePath, _ body: () -> Void) -> State {
        // Network file systems lock only what is open for writing.
        let descriptor = path.withCString { open($0, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
        guard descriptor >= 0 else { return .unknown }
        defer { close(descriptor) }
        var known = stat()
        guard fstat(descriptor, &known) == 0, known.st_mode & S_IFMT == S_IFREG, known.st_uid == geteuid() else {
            return .unknown
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return errno == EWOULDBLOCK ? .written : .unknown }
        // Its writer may have given it its final name before the lock came free.
        guard path.withCString({ isInPlace(descriptor, $0) }) else { return .unknown }
        body()
        return .abandoned
    }

    private static func isInPlace(_ descriptor: CInt, _ path: UnsafePointer<CChar>) -> Bool {
        var (ours, there) = (stat(), stat())
        return fstat(descriptor, &ours) == 0 && lstat(path, &there) == 0 && ours.st_ino == there.st_ino
            && ours.st_dev == there.st_dev
    }
}
