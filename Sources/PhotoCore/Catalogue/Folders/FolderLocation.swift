import Foundation

/// A folder whose pictures are a catalogue, with or without its subfolders. Its URL ends in a slash, and has the
/// fragment `recursive` to include subfolders.
public struct FolderLocation: Sendable, Equatable {
    /// The folder, without a fragment.
    public let folder: URL
    /// Whether subfolders at any depth are included.
    public let isRecursive: Bool

    private static let fragment = "recursive"

    /// The pictures in `folder`.
    public init(_ folder: URL, isRecursive: Bool) {
        self.folder = folder.hasDirectoryPath ? folder : folder.appendingPathComponent("", isDirectory: true)
        self.isRecursive = isRecursive
    }

    /// The folder that `url` names; nil if that is no folder on this machine.
    public init?(_ url: URL) {
        guard url.isFileURL, url.hasDirectoryPath,
            var parts = URLComponents(url: url.absoluteURL, resolvingAgainstBaseURL: true)
        else { return nil }
        isRecursive = parts.fragment == Self.fragment
        parts.fragment = nil
        guard let folder = parts.url else { return nil }
        self.folder = folder
    }

    /// The URL that opens it.
    public var url: URL {
        guard isRecursive, var parts = URLComponents(url: folder, resolvingAgainstBaseURL: true) else { return folder }
        parts.fragment = Self.fragment
        return parts.url ?? folder
    }
}
