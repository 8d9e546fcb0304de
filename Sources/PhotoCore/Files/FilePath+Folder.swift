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
