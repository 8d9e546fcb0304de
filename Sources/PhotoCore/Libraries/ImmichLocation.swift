import Foundation

/// A library of an Immich server: `immich+https://photos.example.org`. The server may be below a path.
///
/// The interface is that of https://api.immich.app, which older servers have under other names.
public struct ImmichLocation: Sendable, Hashable {
    /// Its URL, as it is stored: without a password.
    public let url: URL
    /// The address of its interface; ends in `/api/`.
    public let interface: URL

    private static let schemes = ["immich": "https", "immich+https": "https", "immich+http": "http"]

    static func isLibrary(_ scheme: String) -> Bool { schemes[scheme.lowercased()] != nil }

    /// The library that `url` names; nil for other URLs, or without a host.
    public init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), let web = Self.schemes[scheme],
            var parts = URLComponents(url: url.absoluteURL, resolvingAgainstBaseURL: false),
            parts.host?.isEmpty == false, (0...65535).contains(parts.port ?? 0)
        else { return nil }
        (parts.percentEncodedUser, parts.percentEncodedPassword) = (nil, nil)
        (parts.percentEncodedQuery, parts.fragment) = (nil, nil)
        if !parts.percentEncodedPath.hasSuffix("/") { parts.percentEncodedPath += "/" }
        parts.scheme = "immich+" + web
        guard let stored = parts.url else { return nil }
        self.url = stored
        parts.scheme = web
        parts.percentEncodedPath += "api/"
        guard let interface = parts.url else { return nil }
        self.interface = interface
    }

    /// The library whose interface is at an http or https address; nil if that cannot be.
    public init?(interface: URL) {
        var text = interface.absoluteString
        while text.hasSuffix("/") { text.removeLast() }
        guard interface.webAddress != nil, text.hasSuffix("/api") else { return nil }
        guard let url = URL(string: "immich+" + text.dropLast("/api".count)) else { return nil }
        self.init(url)
    }

    /// The meaning of typed text.
    static func parse(_ text: String) -> Result<URL, LocationFailure> {
        let shown = URLText.withoutPassword(text)
        guard let typed = URL(string: URLText.encodedAsLink(text)) else { return .failure(.notAURL(text: shown)) }
        guard let library = ImmichLocation(typed) else { return .failure(.noHost(text: shown)) }
        return .success(library.url)
    }

    /// How its requests are authorized: by an API key, which is sent only there.
    package var place: LibraryPlace? {
        LibraryPlace(interface, .key(field: "x-api-key"), name: "Immich")
    }

    /// Where its months are told. Servers before 1.133 need to be told that they are to be months.
    package func months(forOldServers: Bool = false) -> URL? {
        URL(string: "timeline/buckets?" + Self.timeline(forOldServers), relativeTo: interface)?.absoluteURL
    }

    /// Where the photos of a month are told, which the server calls `name`.
    package func month(_ name: String, forOldServers: Bool = false) -> URL? {
        let encoded = name.addingPercentEncoding(withAllowedCharacters: S3Access.unreserved) ?? name
        return URL(
            string: "timeline/bucket?" + Self.timeline(forOldServers) + "&timeBucket=" + encoded,
            relativeTo: interface)?.absoluteURL
    }

    private static func timeline(_ isOld: Bool) -> String {
        isOld ? "size=MONTH&isArchived=false" : "visibility=timeline&order=desc"
    }
}
