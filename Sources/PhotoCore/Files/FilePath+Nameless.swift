import Foundation

extension FilePath {
    /// O_TMPFILE of Linux's fcntl.h, which Swift does not import: its own bit, and O_DIRECTORY for the opened folder.
    private static let withoutName = 0o20_000_000 | O_DIRECTORY

    /// Opens a new file in this folder that has no name, and so is gone with its last use, however the program ends.
    /// `access` is O_WRONLY or O_RDWR. Returns a descriptor that is closed on exec; negative, with errno, where the
    /// file system cannot do that.
    package func openNamelessFile(_ access: Int32, permissions: mode_t) -> Int32 {
        withCString { open($0, access | Self.withoutName | O_CLOEXEC, permissions) }
    }
}
