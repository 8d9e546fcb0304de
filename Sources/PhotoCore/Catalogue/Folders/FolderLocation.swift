import Foundation

/// A folder whose pictures are a catalogue, with or without those of the folders in it. It is written as the folder's
/// URL, which ends with a slash, and for the folders in it too with the fragment `recursive`.
public struct FolderLocation: Sendable, Equatable {
    /// The folder, without a fragment.
    public let folder: URL
    /// Whether the folders in it count too, and those in them.
    public let isRecursive: Bool

    private static let fragment = "recursive"

    /// The pictures in `folder`.
    public init(_ folder: URL, isRecursive: Bool) {
        self.folder = folder.hasDirectoryPath ? folder : folder.appendingPathComponent("", isDirectory: true)
        self.isRecursive = isRecursive
    }

    /// What `url` stands for; nil where that is no folder on this machine.
    public init?(_ url: URL) {
        guard url.isFileURL, url.hasDirectoryPath,
            var parts = URLComponents(url: url.absoluteURL, resolvingAgainstBaseURL: true)
        else { return nil }
        isRecursive = parts.fragment == Self.fragment
        parts.fragment = nil
        guard let folder = parts.url else { return nil }
        self.folder = folder
    }

    /// The URL by which it is opened.
    public var url: URL {
        guard isRecursive, var parts = URLComponents(url: folder, resolvingAgainstBaseURL: true) else { return folder }
        parts.fragment = Self.fragment
        return parts.url ?? folder
    }
}
