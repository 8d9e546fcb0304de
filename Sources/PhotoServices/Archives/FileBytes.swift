import Foundation
import PhotoCore

/// The bytes of a file on this computer. The descriptor is closed with the last use.
final class FileBytes: ArchiveBytes {
    let byteCount: Int
    private let descriptor: CInt

    /// Opens the file at `url`.
    init(_ url: URL) throws(ArchiveError) {
        // Opening a pipe would wait for a writer.
        let opened = url.filePath.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        var status = stat()
        guard opened >= 0, fstat(opened, &status) == 0 else {
            let reason = String(cString: strerror(errno))
            if opened >= 0 { close(opened) }
            throw .fetch(.unreadableFile(path: url.shownPath, reason: reason))
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            close(opened)
            throw .notAnArchive
        }
        descriptor = opened
        byteCount = Int(status.st_size)
    }

    /// Takes an open descriptor of `byteCount` bytes.
    init(taking descriptor: CInt, byteCount: Int) {
        self.descriptor = descriptor
        self.byteCount = byteCount
    }

    deinit { close(descriptor) }

    func read(_ range: Range<Int>, _ access: ArchiveAccess) throws(ArchiveError) -> [UInt8] {
        if access.isCancelled() { throw .cancelled }
        return try Self.read(range.clamped(to: 0..<byteCount), from: descriptor)
    }

    /// Reads a part of an open file. Throws `changed` if it is shorter than it was.
    static func read(_ range: Range<Int>, from descriptor: CInt) throws(ArchiveError) -> [UInt8] {
        let count = range.count
        // An array made with room for nothing is one that all threads share, and Swift writes to it.
        guard count > 0 else { return [] }
        var number: CInt = 0
        let bytes = [UInt8](capacity: count) { buffer, filled in
            let read = pread(descriptor, buffer.baseAddress, count, range.lowerBound)
            number = read < 0 ? errno : 0
            filled = max(0, read)
        }
        if number != 0 { throw .fetch(.other(reason: String(cString: strerror(number)))) }
        // The file is shorter than it was.
        if bytes.isEmpty { throw .changed }
        return bytes
    }

    /// What tells versions of a file apart; nil for none.
    static func version(of url: URL) -> String? {
        guard let status = url.filePath.status() else { return nil }
        return "\(status.st_dev) \(status.st_ino) \(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"
    }
}
