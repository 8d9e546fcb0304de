import Foundation

extension FilePath {
    private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0

    /// The file system's data on the file or a link's target; nil if missing. Blocks on the disk.
    public func status() -> stat? {
        var known = stat()
        return withCString { stat($0, &known) } == 0 ? known : nil
    }

    /// Whether the name is taken, even by a dangling link.
    package var isTaken: Bool {
        var known = stat()
        return withCString { lstat($0, &known) } == 0
    }

    /// Whether it is a folder.
    public var isFolder: Bool { status().map { $0.st_mode & S_IFMT == S_IFDIR } ?? false }

    /// The entries of this folder whose names start with `prefix` and end in `suffix`, unordered, including hidden
    /// ones; none if unreadable. Blocks on the disk.
    public func entries(beginningWith prefix: String = "", endingIn suffix: String = "") -> [FilePath] {
        guard let folder = withCString({ opendir($0) }) else { return [] }
        defer { closedir(folder) }
        var entries: [FilePath] = []
        while let entry = readdir(folder) {
            // Only as many of the name's 256 bytes exist as it is long.
            let name = UnsafeRawPointer(entry).advanced(by: Self.nameOffset).assumingMemoryBound(to: CChar.self)
            guard prefix.isEmpty || strncmp(name, prefix, prefix.utf8.count) == 0 else { continue }
            let (count, ending) = (strlen(name), suffix.utf8.count)
            guard count >= ending, strcmp(name + count - ending, suffix) == 0 else { continue }
            let path = FilePath(cString: name)
            if path != "." && path != ".." { entries.append(resolving(path)) }
        }
        return entries
    }

    /// The file's first bytes, at most `limit`; nil if unreadable. Blocks on the disk.
    public func firstBytes(_ limit: Int) -> Data? {
        let descriptor = withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { return nil }
        return try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).read(upToCount: limit) ?? Data()
    }

    /// Whether the raw name has this suffix.
    public func hasSuffix(_ suffix: String) -> Bool { bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) }
}

extension FilePath {
    /// renameat2 of Linux, and RENAME_NOREPLACE, which Swift does not import.
    private typealias Move = @convention(c) (CInt, UnsafePointer<CChar>, CInt, UnsafePointer<CChar>, UInt32) -> CInt
    private static let keepsOther: UInt32 = 1

    /// Renames the file within its file system, and never replaces another. Returns the system's error number, EEXIST
    /// if the name is taken; 0 on success.
    public func move(to other: FilePath) -> CInt {
        let failure = moveAtOnce(to: other)
        // The file system, or the kernel, cannot.
        return [EINVAL, ENOSYS, EOPNOTSUPP].contains(failure) ? moveInSteps(to: other) : failure
    }

    private func moveAtOnce(to other: FilePath) -> CInt {
        guard let symbol = dlsym(nil, "renameat2") else { return ENOSYS }
        let move = unsafeBitCast(symbol, to: Move.self)
        return withCString { from in
            other.withCString { to in move(AT_FDCWD, from, AT_FDCWD, to, Self.keepsOther) == 0 ? 0 : errno }
        }
    }

    /// The same where a rename cannot keep another file. A killed program may leave both names.
    func moveInSteps(to other: FilePath) -> CInt {
        withCString { from in
            other.withCString { to in
                // A second link, then removal of the first: a rename would replace the other file.
                if link(from, to) == 0 {
                    unlink(from)
                    return 0
                }
                // Some file systems have no hard links: an empty file reserves the name first.
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

    /// Renames the file within its file system, in place of another. Returns the system's error number, 0 on success.
    package func move(replacing other: FilePath) -> CInt {
        withCString { from in other.withCString { rename(from, $0) == 0 ? 0 : errno } }
    }

    /// Removes the file; ignores a missing one.
    public func remove() { withCString { _ = unlink($0) } }
}
