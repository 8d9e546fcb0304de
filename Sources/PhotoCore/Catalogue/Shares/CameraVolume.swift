import Foundation

/// A camera, a telephone or a memory card with photos that is plugged in.
public struct CameraVolume: Sendable, Equatable {
    /// For display.
    public let name: String
    /// What is opened: with subfolders, because cameras make many. Of a device that is not in the file system, all of
    /// it: see ``CameraFolders``.
    public let url: URL

    /// The volume of this name and root; nil if it is neither a camera nor has a camera's folder. `hasFolder` asks the
    /// disk, and may block.
    public init?(name: String, address: String, hasFolder: (URL) -> Bool) {
        guard let root = URL(string: address) else { return nil }
        if let share = ShareLocation(root) {
            guard share.isInCamera else { return nil }
            url = share.recursive.url
        } else {
            guard root.isFileURL else { return nil }
            let folder = root.appendingPathComponent(CameraFolders.photos, isDirectory: true)
            guard hasFolder(folder) else { return nil }
            url = FolderLocation(folder, isRecursive: true).url
        }
        let name = ShownText.line(name)
        self.name = name.isEmpty ? root.shownName : name
    }
}
