import Foundation

/// A folder whose pictures are a catalogue, with or without its subfolders. Its URL ends in a slash, and has the
/// fragment `recursive` to include subfolders, or `camera` for those of a camera that hold photos.
package struct FolderLocation: Sendable, Equatable {
    private enum Scope: String {
        case folder = ""
        case recursive
        case camera
    }

    /// The folder, without a fragment.
    package let folder: URL
    private let scope: Scope

    package init(_ folder: URL, isRecursive: Bool) { self.init(folder, isRecursive ? .recursive : .folder) }

    /// All photos of a camera or a telephone, which has its storages in `folder`: see ``CameraFolders``.
    package init(camera folder: URL) { self.init(folder, .camera) }

    private init(_ folder: URL, _ scope: Scope) {
        self.folder = folder.hasDirectoryPath ? folder : folder.appendingPathComponent("", isDirectory: true)
        self.scope = scope
    }

    /// The folder that `url` names; nil if that is no folder on this machine.
    package init?(_ url: URL) {
        guard url.isFileURL, url.hasDirectoryPath,
            var parts = URLComponents(url: url.absoluteURL, resolvingAgainstBaseURL: true)
        else { return nil }
        scope = parts.fragment.flatMap(Scope.init) ?? .folder
        parts.fragment = nil
        guard let folder = parts.url else { return nil }
        self.folder = folder
    }

    /// Whether subfolders at any depth are included.
    package var isRecursive: Bool { scope != .folder }

    /// Whether it has a camera's storages, of which only some folders are included.
    package var isOfCamera: Bool { scope == .camera }

    package var url: URL {
        guard isRecursive, var parts = URLComponents(url: folder, resolvingAgainstBaseURL: true) else { return folder }
        parts.fragment = scope.rawValue
        return parts.url ?? folder
    }
}
