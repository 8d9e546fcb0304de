import Foundation

extension FilePath {
    /// Gives the file at this path another name on the same file system, never in the place of another. Returns the
    /// system's number of what is wrong, EEXIST where the name is taken; 0 where nothing is.
    public func move(to other: FilePath) -> CInt {
        withCString { from in
            other.withCString { to in
                // A second name, and then the first taken away: a rename would put it in the place of another.
                if link(from, to) == 0 {
                    unlink(from)
                    return 0
                }
                // Some file systems know no second names: there the name is taken by an empty file first.
                guard [EPERM, EOPNOTSUPP, EMLINK, ENOSYS].contains(errno) else { return errno }
                let taken = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
                guard taken >= 0 else { return errno }
                close(taken)
                if rename(from, to) == 0 { return 0 }
                let failure = errno
                unlink(to)
                return failure
            }
        }
    }

    /// Takes the file away; of what is not there, nothing is said.
    public func remove() { withCString { _ = unlink($0) } }
}
