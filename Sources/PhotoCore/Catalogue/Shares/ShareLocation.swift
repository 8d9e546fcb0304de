import Foundation

/// A folder or a file on another computer or in a camera, which GIO mounts in the file system: `smb://nas/photos`.
///
/// It has no password: a person is asked for it. Its URL has the fragment `recursive` to include subfolders.
public struct ShareLocation: Sendable, Hashable {
    /// The address for GIO, without password, query and fragment.
    public let address: URL
    /// Whether subfolders at any depth are included.
    public let isRecursive: Bool

    /// What GVfs mounts that may hold photos, by the names of its backends (https://wiki.gnome.org/Projects/gvfs).
    private static let schemes: Set<String> = [
        "smb", "sftp", "ssh", "ftp", "ftps", "dav", "davs", "afp", "nfs", "mtp", "gphoto2", "afc",
    ]
    /// Those of devices that are plugged in.
    private static let cameraSchemes: Set<String> = ["gphoto2", "mtp", "afc"]
    private static let fragment = TypedFolder.fragment

    /// Whether addresses of this scheme are shares.
    static func isShare(_ scheme: String) -> Bool { schemes.contains(scheme.lowercased()) }

    /// The share that `url` names; nil for other URLs, or without a host.
    public init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), Self.schemes.contains(scheme),
            var parts = URLComponents(url: url.absoluteURL, resolvingAgainstBaseURL: false),
            parts.host?.isEmpty == false
        else { return nil }
        isRecursive = parts.fragment == Self.fragment
        parts.scheme = scheme
        parts.percentEncodedPassword = nil
        parts.percentEncodedQuery = nil
        parts.fragment = nil
        if parts.percentEncodedPath.isEmpty { parts.percentEncodedPath = "/" }
        guard let address = parts.url else { return nil }
        self.address = address
    }

    private init(address: URL, isRecursive: Bool) { (self.address, self.isRecursive) = (address, isRecursive) }

    /// The meaning of typed text.
    static func parse(_ text: String) -> Result<URL, LocationFailure> {
        TypedFolder.parse(text).flatMap { typed in
            guard let share = ShareLocation(typed.url) else { return .failure(.noHost(text: typed.shown)) }
            // A NUL would end the path early in every C call.
            guard (0...65535).contains(typed.url.port ?? 0), !share.address.absoluteString.contains("%00") else {
                return .failure(.notAURL(text: typed.shown))
            }
            return .success((typed.isRecursive ? share.recursive : share).url)
        }
    }

    /// The same including subfolders.
    public var recursive: ShareLocation { ShareLocation(address: address, isRecursive: true) }

    /// Its URL, as it is stored.
    public var url: URL {
        guard isRecursive, var parts = URLComponents(url: address, resolvingAgainstBaseURL: false) else {
            return address
        }
        parts.fragment = Self.fragment
        return parts.url ?? address
    }

    /// The lower-case scheme.
    public var scheme: String { address.scheme ?? "" }

    /// Whether it is in a camera or a telephone that is plugged in.
    public var isInCamera: Bool { Self.cameraSchemes.contains(scheme) }

    /// Whether it is all of a camera or a telephone.
    public var isCamera: Bool { isInCamera && address.path(percentEncoded: true) == "/" }

    /// The computer's or the device's name, for display.
    public var host: String { ShownText.line(address.host(percentEncoded: false) ?? "") }

    /// The last folder or file, otherwise the computer, for display.
    public var title: String {
        let name = address.shownName
        return name.isEmpty || name == "/" ? host : name
    }
}
