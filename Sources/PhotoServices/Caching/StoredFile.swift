import Foundation

/// Positioned reads and writes of store files.
enum StoredFile {
    static func read(_ descriptor: Int32, _ count: Int, at offset: Int) -> Data? {
        var data = Data(count: count)
        let isRead = data.withUnsafeMutableBytes { bytes in
            all(of: count) { done in pread(descriptor, bytes.baseAddress.map { $0 + done }, count - done, offset + done)
            }
        }
        return isRead ? data : nil
    }

    /// All of a file, if it has at most `most` bytes: a larger one is none of this program's, and may be of any size.
    static func contents(of file: URL, most: Int) -> Data? {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, (0...max(0, most)).contains(Int(status.st_size)) else { return nil }
        return read(descriptor, Int(status.st_size), at: 0)
    }

    static func write(_ bytes: Data, to descriptor: Int32, at offset: Int) -> Bool {
        bytes.withUnsafeBytes { bytes in
            all(of: bytes.count) { done in
                pwrite(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, offset + done)
            }
        }
    }

    /// Whether `other`, a system call that returns 0 for success, finds the file of `descriptor`.
    static func isSame(_ descriptor: Int32, _ other: (inout stat) -> Int32) -> Bool {
        var (ours, theirs) = (stat(), stat())
        return fstat(descriptor, &ours) == 0 && other(&theirs) == 0 && ours.st_ino == theirs.st_ino
            && ours.st_dev == theirs.st_dev
    }

    /// Calls `some`, which continues from an offset, until everything is done.
    private static func all(of count: Int, _ some: (Int) -> Int) -> Bool {
        var done = 0
        while done < count {
            let more = some(done)
            if more < 0, errno == EINTR { continue }
            guard more > 0 else { return false }
            done += more
        }
        return true
    }
}
