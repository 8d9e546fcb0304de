import Foundation

/// Tells files in use from the leftovers of killed programs: a writer locks its file, and a lock ends with its owner,
/// whatever process ids and clocks say.
package enum WriterLock {
    /// Who has a file.
    package enum State: Sendable, Equatable {
        case written, abandoned
        /// It is missing, not the person's own, or in a file system without locks.
        case unknown
    }

    /// Locks the new file of `descriptor` until it is closed. In a file system without locks this does nothing, and no
    /// file counts as abandoned.
    package static func take(_ descriptor: CInt) { _ = flock(descriptor, LOCK_EX | LOCK_NB) }

    /// The state of the file at `path`. Blocks on the disk.
    package static func state(of path: FilePath) -> State {
        // Network file systems lock only what is open for writing.
        let descriptor = path.withCString { open($0, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
        guard descriptor >= 0 else { return .unknown }
        defer { close(descriptor) }
        var known = stat()
        guard fstat(descriptor, &known) == 0, known.st_mode & S_IFMT == S_IFREG, known.st_uid == geteuid() else {
            return .unknown
        }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return .abandoned }
        return errno == EWOULDBLOCK ? .written : .unknown
    }
}
