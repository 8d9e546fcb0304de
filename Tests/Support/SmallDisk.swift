import Foundation

/// A file system in memory, which exists as long as this object: nearly full, or read-only. Only root can create one.
public final class SmallDisk {
    /// Whether the tests run as root, on a system that permits it.
    public static let canBeMade = (try? SmallDisk(byteCount: 16 << 10)) != nil

    /// Its path.
    public let path: String

    /// A disk of this size.
    public init(byteCount: Int, isReadOnly: Bool = false) throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("disk-\(UUID())").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let flags = isReadOnly ? UInt(MS_RDONLY) : 0
        guard mount("tmpfs", path, "tmpfs", flags, "size=\(byteCount)") == 0 else {
            let number = errno
            rmdir(path)
            throw POSIXError(POSIXErrorCode(rawValue: number) ?? .EPERM)
        }
    }

    deinit {
        umount2(path, CInt(MNT_DETACH))
        rmdir(path)
    }

    /// The free space.
    public var freeByteCount: Int {
        var room = statvfs()
        return statvfs(path, &room) == 0 ? Int(room.f_bavail) * Int(room.f_frsize) : 0
    }
}
