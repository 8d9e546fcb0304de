import Foundation

/// A folder of a WebDAV server (RFC 4918), which is read over HTTP: `webdavs://example.org/photos/`.
///
/// Its URL has the fragment `recursive` to include the folders in it, and no password.
public struct DAVFolder: Sendable, Hashable {
    /// Its URL, as it is stored.
    public let url: URL
    /// Its http or https address, without a password; ends in a slash.
    public let address: URL
    /// Whether the folders in it are included, at any depth.
    public let isRecursive: Bool

    private static let schemes = ["webdav": "http", "webdavs": "https"]
    private static let fragment = TypedFolder.fragment

    static func isFolder(_ scheme: String) -> Bool { schemes[scheme.lowercased()] != nil }

    /// The folder that `url` names; nil for other URLs, or without a host.
    public init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), let web = Self.schemes[scheme],
            var parts = URLComponents(url: url.absoluteURL, resolvingAgainstBaseURL: false),
            parts.host?.isEmpty == false, (0...65535).contains(parts.port ?? 0)
        else { return nil }
        isRecursive = parts.fragment == Self.fragment
        (parts.percentEncodedUser, parts.percentEncodedPassword) = (nil, nil)
        (parts.percentEncodedQuery, parts.fragment) = (nil, nil)
        if !parts.percentEncodedPath.hasSuffix("/") { parts.percentEncodedPath += "/" }
        parts.scheme = web
        guard let address = parts.url else { return nil }
        self.address = address
        parts.scheme = scheme
        parts.fragment = isRecursive ? Self.fragment : nil
        guard let url = parts.url else { return nil }
        self.url = url
    }

    /// The meaning of typed text.
    static func parse(_ text: String) -> Result<URL, LocationFailure> {
        TypedFolder.parse(text).flatMap { typed in
            guard let folder = DAVFolder(typed.url) else { return .failure(.noHost(text: typed.shown)) }
            return .success((typed.isRecursive ? folder.recursive : folder).url)
        }
    }

    /// The same including the folders in it.
    public var recursive: DAVFolder { with(fragment: Self.fragment) }

    private func with(fragment: String?) -> DAVFolder {
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
        parts?.fragment = fragment
        return parts?.url.flatMap { DAVFolder($0) } ?? self
    }

    /// Whether Nextcloud or ownCloud serves it, by its address.
    var isInCloud: Bool { ["/remote.php/", "/public.php/"].contains { address.path.contains($0) } }

    /// Whether it is of all of a person's files on a Nextcloud server, by its address: `/remote.php/webdav/` or
    /// `/remote.php/dav/files/anna/`.
    public var hasAllFiles: Bool {
        let names = address.path.split(separator: "/")
        return names.suffix(2) == ["remote.php", "webdav"]
            || names.count > 3 && names.suffix(4).dropLast() == ["remote.php", "dav", "files"]
    }

    /// The folder at `address`, from one of its rows; nil if that is not on the same server.
    public func folder(at address: URL) -> DAVFolder? {
        guard let server = WebServer(address), server == WebServer(self.address),
            address.scheme?.lowercased() == self.address.scheme,
            var parts = URLComponents(url: address, resolvingAgainstBaseURL: true)
        else { return nil }
        parts.scheme = url.scheme
        parts.fragment = nil
        return parts.url.flatMap { DAVFolder($0) }
    }
}

extension CatalogueFailure {
    /// A folder was asked for, and a page of another kind has arrived: one that wants a login, for example.
    static var noFolderList: CatalogueFailure {
        .notACatalogue(reason: localized("The server does not answer as a WebDAV server does."))
    }
}

extension FetchRequest {
    /// The request for a catalogue at `url`: what is there, or what a WebDAV folder lists. A folder's list `mayBeKept`
    /// from an earlier time, or must be.
    package static func catalogue(
        _ url: URL, revalidates: Bool = false, known: BodyVersion? = nil, mayBeKept: Bool = false,
        mustBeKept: Bool = false, leavesNothing: Bool = false
    ) -> FetchRequest {
        let folder = DAVFolder(url)
        return FetchRequest(
            url: folder?.address ?? url, limit: Catalogue.maximumByteCount, revalidates: revalidates, known: known,
            method: folder.map { $0.isInCloud ? .cloudFolder : .folder } ?? .get, mayBeKept: mayBeKept && folder != nil,
            mustBeKept: mustBeKept && folder != nil, leavesNothing: leavesNothing)
    }
}
