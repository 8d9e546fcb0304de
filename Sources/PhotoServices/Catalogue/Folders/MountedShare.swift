import CGLib
import Foundation
import PhotoCore

/// Where the desktop's virtual file systems (GVfs: `smb://`, `sftp://`, `dav://`, `mtp://`…) are in the file system.
public enum MountedShare {
    /// The file or folder that an address of such a system stands for: GVfs mounts them for programs that know only
    /// paths (gvfsd-fuse). nil where none is there, or it is not mounted. Callable from any thread; may ask GVfs's
    /// daemon, and wait for its answer.
    public static func file(for address: String) -> URL? {
        let file = g_file_new_for_uri(address)
        defer { file.map { g_object_unref(UnsafeMutableRawPointer($0)) } }
        guard let path = g_file_get_path(file) else { return nil }
        defer { g_free(path) }
        return FilePath(cString: path).url()
    }
}
