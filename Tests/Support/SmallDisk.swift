import Foundation

/// A file system of its own in memory, for as long as this lives: full soon, or read-only. Only root can make one.
public final class SmallDisk {
    /// Whether the tests run as somebody who can, on a system that lets them.
    public static let canBeMade = (try? SmallDisk(byteCount: 16 << 10)) != nil

    /// Where it is.
    public let path: String

    /// A disk with so much room.
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

    /// How much room is left.
    public var freeByteCount: Int {
        var room = statvfs()
        return statvfs(path, &room) == 0 ? Int(room.f_bavail) * Int(room.f_frsize) : 0
    }
}
