import Foundation

/// Reads and writes a thumbnail's file.
enum ThumbnailFile {
    /// 1024 x 1024 pixels of 16-bit RGBA, not compressed at all, come to 8 MiB; what is much larger is no thumbnail.
    private static let mostBytes = 10 << 20

    /// The bytes of `file`; nil for what is there not at all, or not as a file of reasonable length.
    static func read(_ file: URL) -> Data? {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= mostBytes else {
            return nil
        }
        return try? handle.read(upToCount: mostBytes)
    }

    /// Writes `data` beside `file`, under a name that says which process does (``Leftovers``), and renames it to it, so
    /// that `file` is always a whole one, the old or the new. Makes the `folders` it needs. For the owner alone, as the
    /// standard wants: thumbnails show what is private.
    ///
    /// Not synchronised to disk: whoever reads believes whole files only, and after a crash the photo is still there.
    static func write(_ data: Data, to file: URL, in folders: [URL]) {
        for folder in folders { makeFolder(folder.path) }
        // mkstemp makes the file with mode 0600.
        var name = Array(
            "\(file.deletingLastPathComponent().path)/\(Leftovers.thumbnailPrefix)\(getpid())-XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { return }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let isWritten = (try? handle.write(contentsOf: data)) != nil && (try? handle.close()) != nil
        if !isWritten || rename(name, file.path) != 0 { unlink(name) }
    }

    private static func makeFolder(_ path: String) {
        if mkdir(path, 0o700) == 0 || errno != ENOENT { return }
        // $XDG_CACHE_HOME itself, of mode 0700 too (XDG Base Directory Specification).
        let parent = (path as NSString).deletingLastPathComponent
        guard !parent.isEmpty, parent != path else { return }
        makeFolder(parent)
        mkdir(path, 0o700)
    }
}
