import CGLib
import Foundation
import GLibBridge
import PhotoCore

/// Finds the desktop's virtual file systems (GVfs: `smb://`, `sftp://`, `dav://`, `mtp://`…) in the file system.
package enum MountedShare {
    /// The file or folder that such an address names: GVfs mounts them for programs that use paths (gvfsd-fuse). Nil if
    /// it is missing or not mounted. Callable from any thread; may ask GVfs's daemon and block.
    package static func file(for address: String) -> URL? {
        let file = g_file_new_for_uri(address)
        defer { file.map { g_object_unref(UnsafeMutableRawPointer($0)) } }
        guard let path = g_file_get_path(file) else { return nil }
        defer { g_free(path) }
        return FilePath(cString: path).url()
    }

    /// Whether the process uses GVfs. On the main context: GIO loads it at the first question.
    static var hasGVfs: Bool {
        guard let vfs = g_vfs_get_default(), let schemes = g_vfs_get_supported_uri_schemes(vfs) else { return false }
        var index = 0
        while let scheme = schemes[index] {
            // GIO's own are file and resource. GVfs itself lists the trash and what its backends mount.
            if !["file", "resource"].contains(String(cString: scheme)) { return true }
            index += 1
        }
        return false
    }
}
