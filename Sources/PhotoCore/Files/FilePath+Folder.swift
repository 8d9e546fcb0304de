import Foundation

extension FilePath {
    private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0

    /// What the file system says of the file, or of what a link leads to; nil where there is none. Blocks for the disk.
    public func status() -> stat? {
        var known = stat()
        return withCString { stat($0, &known) } == 0 ? known : nil
    }

    /// Whether there is anything of that name, a link that leads nowhere too.
    var isTaken: Bool {
        var known = stat()
        return withCString { lstat($0, &known) } == 0
    }

    /// Whether there is a folder.
    public var isFolder: Bool { status().map { $0.st_mode & S_IFMT == S_IFDIR } ?? false }

    /// What is in this folder, in no order, hidden files too; nothing where it cannot be read. Blocks for the disk.
    /// Only those whose names begin with `prefix`.
    public func entries(beginningWith prefix: String = "") -> [FilePath] {
        guard let folder = withCString({ opendir($0) }) else { return [] }
        defer { closedir(folder) }
        var entries: [FilePath] = []
        while let entry = readdir(folder) {
            // Only as much of the name's 256 bytes is there as it is long.
            let name = UnsafeRawPointer(entry).advanced(by: Self.nameOffset).assumingMemoryBound(to: CChar.self)
            guard prefix.isEmpty || strncmp(name, prefix, prefix.utf8.count) == 0 else { continue }
            let path = FilePath(cString: name)
            if path != "." && path != ".." { entries.append(resolving(path)) }
        }
        return entries
    }

    /// The first bytes of the file, `limit` at most; nil where it cannot be read. Blocks for the disk.
    public func firstBytes(_ limit: Int) -> Data? {
        let descriptor = withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { return nil }
        return try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).read(upToCount: limit) ?? Data()
    }

    /// Whether the name, which people do not see, ends so.
    public func hasSuffix(_ suffix: String) -> Bool { bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) }
}

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
