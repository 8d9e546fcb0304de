import Foundation

/// The files of a store's folder, to be removed in the order of their last use.
///
/// Straight from the system, and in few bytes each: a folder of 40,000 entries as Foundation's URLs, with their values,
/// took 150 MiB, each time that there was too much.
struct StoredFiles {
    private struct File {
        /// Seconds since 1970.
        let used: Double
        let byteCount: Int
        /// Where its name is in `names`, which ends with a zero byte.
        let name: Int
    }

    /// 1 TiB, of each file at most: a file system may say anything, and the sum stays a number.
    private static let mostCounted: off_t = 1 << 40
    private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0

    private let folder: String
    private var files: [File] = []
    private var names: [CChar] = []

    /// What they take in all.
    private(set) var byteCount = 0

    /// Looks into `folder`. Temporary files that nobody has written to for `abandonedAfter` seconds are removed.
    init(in folder: String, abandonedAfter: Double) {
        self.folder = folder
        guard let directory = opendir(folder) else { return }
        defer { closedir(directory) }
        let descriptor = dirfd(directory)
        let now = Date().timeIntervalSince1970
        while let entry = readdir(directory) {
            // Only as many of the name's 256 bytes exist as it is long.
            let name = UnsafeRawPointer(entry).advanced(by: Self.nameOffset).assumingMemoryBound(to: CChar.self)
            var status = stat()
            guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG
            else { continue }
            let used = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
            if name.pointee == CChar(UInt8(ascii: ".")), used < now - abandonedAfter {
                unlinkat(descriptor, name, 0)
                continue
            }
            let fileByteCount = Int(min(status.st_size, Self.mostCounted))
            files.append(File(used: used, byteCount: fileByteCount, name: names.count))
            names.append(contentsOf: UnsafeBufferPointer(start: name, count: strlen(name) + 1))
            byteCount += fileByteCount
        }
    }

    /// Removes those used longest ago until no more than `most` bytes are left; returns how many are.
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
