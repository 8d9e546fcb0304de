import Foundation
import PhotoCore

/// Reads and writes a thumbnail's file.
enum ThumbnailFile {
    /// 1024 x 1024 pixels of uncompressed 16-bit RGBA are 8 MiB; much larger files are no thumbnails.
    static let mostBytes = 10 << 20

    /// The bytes of `file`; nil if it is missing, no file, or too long.
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

    /// Writes `data` next to `file` under another name (``Leftovers``), and renames it, so that `file` is always
    /// complete, the old one or the new. Creates the necessary `folders`. Only its owner may read it, as the
    /// standard requires: thumbnails show private content.
    ///
    /// Not synchronized to disk: readers accept only complete files, and after a crash the photo still exists.
    static func write(_ data: Data, to file: URL, in folders: [URL]) {
        for folder in folders { makeFolder(folder.path) }
        let new = file.filePath.parent.appending(Leftovers.thumbnailPrefix + UUID().uuidString)
        let descriptor = WriterLock.create(new)
        guard descriptor >= 0 else { return }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let isWritten = (try? handle.write(contentsOf: data)) != nil
        if !isWritten || new.move(replacing: file.filePath) != 0 { new.remove() }
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
