import Foundation

/// A library of an Immich or PhotoPrism server, or a part of it: `immich+https://photos.example.org`. The server may be
/// below a path, and a query names the part: `?album=ID&name=Holiday`.
public struct LibraryLocation: Sendable, Hashable {
    /// What of the library is shown.
    package enum Part: Sendable, Hashable {
        case timeline, favourites
        /// Their names, each of which opens.
        case albums, people, places, folders
        case album(id: String, name: String)
        case person(id: String, name: String)
        /// A city.
        case place(String)
        /// The path of a folder on the server.
        case folder(String)
        /// What the server finds for a text: file names, and what is to be seen.
        case search(String)
    }

    /// Its URL, as it is stored: without a password.
    public let url: URL
    /// What its server is.
    package let kind: LibraryKind
    /// What of it is shown.
    package let part: Part
    /// The address of its interface: `…/api/` of Immich, `…/api/v1/` of PhotoPrism.
    public let interface: URL

    /// The kind of a library's scheme, and that of its server on the web; nil for other schemes.
    private static func meaning(of scheme: String) -> (kind: LibraryKind, web: String)? {
        let parts = scheme.lowercased().split(separator: "+", omittingEmptySubsequences: false).map(String.init)
        guard let kind = LibraryKind(rawValue: parts[0]), parts.count <= 2 else { return nil }
        let web = parts.count == 2 ? parts[1] : "https"
        return ["http", "https"].contains(web) ? (kind: kind, web: web) : nil
    }

    static func isLibrary(_ scheme: String) -> Bool { meaning(of: scheme) != nil }

    /// The library that `url` names; nil for other URLs, or without a host.
    public init?(_ url: URL) {
        guard let (kind, web) = url.scheme.flatMap(Self.meaning),
            var parts = URLComponents(url: url.absoluteURL, resolvingAgainstBaseURL: false),
            parts.host?.isEmpty == false, (0...65535).contains(parts.port ?? 0)
        else { return nil }
        (parts.percentEncodedUser, parts.percentEncodedPassword) = (nil, nil)
        self.kind = kind
        part = Self.part(parts.queryItems ?? [])
        (parts.fragment, parts.queryItems) = (nil, Self.query(of: part))
        if !parts.percentEncodedPath.hasSuffix("/") { parts.percentEncodedPath += "/" }
        parts.scheme = kind.rawValue + "+" + web
        guard let stored = parts.url else { return nil }
        self.url = stored
        parts.scheme = web
        parts.queryItems = nil
        parts.percentEncodedPath += kind.interface
        guard let interface = parts.url else { return nil }
        self.interface = interface
    }

    /// The library of this kind whose interface is at an http or https address; nil if that cannot be.
    package init?(_ kind: LibraryKind, interface: URL) {
        var text = interface.absoluteString
        while text.hasSuffix("/") { text.removeLast() }
        text += "/"
        guard interface.webAddress != nil, text.hasSuffix("/" + kind.interface),
            let url = URL(string: kind.rawValue + "+" + text.dropLast(kind.interface.count))
        else { return nil }
        self.init(url)
    }

    private static func part(_ items: [URLQueryItem]) -> Part {
        let value = { (name: String) in items.first { $0.name == name }?.value ?? "" }
        let name = value("name")
        for (kind, make) in [("album", Part.album), ("person", Part.person)] where isID(value(kind)) {
            return make(value(kind), name)
        }
        if !value("search").isEmpty { return .search(value("search")) }
        if !value("place").isEmpty { return .place(value("place")) }
        if !value("folder").isEmpty { return .folder(value("folder")) }
        switch value("part") {
        case "favourites": return .favourites
        case "albums": return .albums
        case "people": return .people
        case "places": return .places
        case "folders": return .folders
        default: return .timeline
        }
    }

    private static func query(of part: Part) -> [URLQueryItem]? {
        switch part {
        case .timeline: nil
        case .favourites: [URLQueryItem(name: "part", value: "favourites")]
        case .albums: [URLQueryItem(name: "part", value: "albums")]
        case .people: [URLQueryItem(name: "part", value: "people")]
        case .places: [URLQueryItem(name: "part", value: "places")]
        case .folders: [URLQueryItem(name: "part", value: "folders")]
        case .place(let name): [URLQueryItem(name: "place", value: name)]
        case .folder(let path): [URLQueryItem(name: "folder", value: path)]
        case .album(let id, let name):
            [URLQueryItem(name: "album", value: id), URLQueryItem(name: "name", value: name)]
        case .person(let id, let name):
            [URLQueryItem(name: "person", value: id), URLQueryItem(name: "name", value: name)]
        case .search(let text): [URLQueryItem(name: "search", value: text)]
        }
    }

    /// Whether a text is an ID of the server's. Anything that could lead elsewhere is none.
    package static func isID(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { S3Access.isUnreserved($0) && $0 != UInt8(ascii: ".") }
    }

    /// Another part of the same library.
    package func showing(_ part: Part) -> LibraryLocation {
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
        parts?.queryItems = Self.query(of: part)
        return parts?.url.flatMap { LibraryLocation($0) } ?? self
    }

    /// The part that a row names: an address of the interface, with the part's query; nil for others.
    package func part(at address: URL) -> LibraryLocation? {
        var plain = URLComponents(url: address.absoluteURL, resolvingAgainstBaseURL: false)
        let items = plain?.queryItems ?? []
        plain?.queryItems = nil
        guard plain?.url?.absoluteString == interface.absoluteString else { return nil }
        let part = Self.part(items)
        return part == .timeline ? nil : showing(part)
    }

    /// The address of a row that opens `part`, relative to the interface.
    package static func address(of part: Part) -> String {
        var parts = URLComponents()
        parts.queryItems = query(of: part)
        return parts.string ?? ""
    }

    /// The meaning of typed text.
    static func parse(_ text: String) -> Result<URL, LocationFailure> {
        let shown = URLText.withoutPassword(text)
        guard let typed = URL(string: URLText.encodedAsLink(text)) else { return .failure(.notAURL(text: shown)) }
        guard let library = LibraryLocation(typed) else { return .failure(.noHost(text: shown)) }
        return .success(library.url)
    }

    /// How its requests are authorized: by a key, or a session's token, which is sent only there.
    package var place: LibraryPlace? {
        switch kind {
        case .immich: LibraryPlace(interface, .key(field: "x-api-key"), name: placeName)
        case .photoPrism:
            LibraryPlace(
                interface, .key(field: "X-Auth-Token"), name: placeName,
                tickets: url(of: PhotoPrism.someone), sessions: url(of: PhotoPrism.sessions))
        }
    }

    /// Its name among the places of its server, each of which has a key of its own: with the path, unless that is the
    /// server's first.
    private var placeName: String {
        let path = interface.path(percentEncoded: true).dropLast(kind.interface.count)
        return path == "/" ? plainName : "\(plainName) (\(path))"
    }

    /// The same of a library that is not below a path.
    package var plainName: String {
        switch kind {
        case .immich: LibraryPlace.immichName
        case .photoPrism: LibraryPlace.photoPrismName
        }
    }

    /// An address of its interface.
    package func url(of path: String) -> URL? { URL(string: path, relativeTo: interface)?.absoluteURL }

    /// A text as a part of an address.
    static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: S3Access.unreserved) ?? text
    }
}

extension LibraryKind {
    /// The path of its interface.
    fileprivate var interface: String {
        switch self {
        case .immich: "api/"
        case .photoPrism: "api/v1/"
        }
    }
}
