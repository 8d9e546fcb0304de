import Foundation

/// The files of a store's folder, to be removed in the order of last use.
///
/// Uses system calls and compact values: as Foundation's URLs, a folder of 40,000 entries took 150 MiB at each
/// clean-up.
struct StoredFiles {
    private struct File {
        /// Seconds since 1970.
        let used: Double
        let byteCount: Int
        /// The offset of its name in `names`, terminated by a zero.
        let name: Int
    }

    /// 1 TiB per file: file systems may report anything, and the sum must not overflow.
    private static let mostCounted = 1 << 40
    private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0

    private let folder: String
    private var files: [File] = []
    private var names: [CChar] = []

    /// Their total size.
    private(set) var byteCount = 0

    /// Reads `folder`.
    init(in folder: String) {
        self.folder = folder
        guard let directory = opendir(folder) else { return }
        defer { closedir(directory) }
        let descriptor = dirfd(directory)
        while let entry = readdir(directory) {
            // Only as many of the name's 256 bytes exist as it is long.
            let name = UnsafeRawPointer(entry).advanced(by: Self.nameOffset).assumingMemoryBound(to: CChar.self)
            var status = stat()
            guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG
            else { continue }
            let used = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
            let fileByteCount = Self.counted(Int(status.st_size))
            files.append(File(used: used, byteCount: fileByteCount, name: names.count))
            names.append(contentsOf: UnsafeBufferPointer(start: name, count: strlen(name) + 1))
            byteCount += fileByteCount
        }
    }

    /// How much a file of this size adds to a sum of sizes.
    static func counted(_ fileByteCount: Int) -> Int { min(max(0, fileByteCount), mostCounted) }

    /// Removes the files with these names from `folder`; returns how many bytes that frees.
    static func remove(_ names: [String], in folder: URL) -> Int {
        names.reduce(0) { freed, name in
            let path = folder.appendingPathComponent(name).path
            var status = stat()
            guard lstat(path, &status) == 0, unlink(path) == 0 else { return freed }
            return freed + counted(Int(status.st_size))
        }
    }

    /// Removes the least recently used files until at most `most` bytes are left; returns the remaining size.
    func removeOldest(leaving most: Int) -> Int {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return byteCount }
        defer { close(descriptor) }
        var left = byteCount
        for file in files.sorted(by: { $0.used < $1.used }) {
            if left <= most { break }
            names.withUnsafeBufferPointer { names in
                if let start = names.baseAddress { _ = unlinkat(descriptor, start + file.name, 0) }
            }
            left -= file.byteCount
        }
        return left
    }
}
