import Foundation

/// A library of an Immich server, or a part of it: `immich+https://photos.example.org`. The server may be below a path,
/// and a query names the part: `?album=ID&name=Holiday`.
///
/// The interface is that of https://api.immich.app, which older servers have under other names.
public struct ImmichLocation: Sendable, Hashable {
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
    /// What of it is shown.
    package let part: Part
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
        part = Self.part(parts.queryItems ?? [])
        (parts.fragment, parts.queryItems) = (nil, Self.query(of: part))
        if !parts.percentEncodedPath.hasSuffix("/") { parts.percentEncodedPath += "/" }
        parts.scheme = "immich+" + web
        guard let stored = parts.url else { return nil }
        self.url = stored
        parts.scheme = web
        parts.queryItems = nil
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

    /// Whether a text is an ID of the server's: a UUID. Anything that could lead elsewhere is none.
    package static func isID(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { S3Access.isUnreserved($0) && $0 != UInt8(ascii: ".") }
    }

    /// Another part of the same library.
    package func showing(_ part: Part) -> ImmichLocation {
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
        parts?.queryItems = Self.query(of: part)
        return parts?.url.flatMap { ImmichLocation($0) } ?? self
    }

    /// The part that a row names: an address of the interface, with the part's query; nil for others.
    package func part(at address: URL) -> ImmichLocation? {
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
        guard let library = ImmichLocation(typed) else { return .failure(.noHost(text: shown)) }
        return .success(library.url)
    }

    /// How its requests are authorized: by an API key, which is sent only there.
    package var place: LibraryPlace? {
        LibraryPlace(interface, .key(field: "x-api-key"), name: "Immich")
    }

    /// The address of the list of its months. Servers before 1.133 require the unit in the question.
    package func months(forOldServers: Bool = false) -> URL? {
        URL(string: "timeline/buckets?" + timeline(forOldServers), relativeTo: interface)?.absoluteURL
    }

    /// The address of the list of a month's photos. The server calls the month `name`.
    package func month(_ name: String, forOldServers: Bool = false) -> URL? {
        let encoded = name.addingPercentEncoding(withAllowedCharacters: S3Access.unreserved) ?? name
        return URL(
            string: "timeline/bucket?" + timeline(forOldServers) + "&timeBucket=" + encoded,
            relativeTo: interface)?.absoluteURL
    }

    /// The address of the list of the photos directly in a folder of the server.
    package func photos(inFolder path: String) -> URL? {
        let encoded = path.addingPercentEncoding(withAllowedCharacters: S3Access.unreserved) ?? path
        return URL(string: "view/folder?path=" + encoded, relativeTo: interface)?.absoluteURL
    }

    private func timeline(_ isOld: Bool) -> String {
        let all = isOld ? "size=MONTH&isArchived=false" : "visibility=timeline&order=desc"
        switch part {
        case .favourites: return all + "&isFavorite=true"
        case .album(let id, _): return (isOld ? "size=MONTH" : "order=desc") + "&albumId=" + id
        case .person(let id, _): return all + "&personId=" + id
        case .timeline, .albums, .people, .places, .place, .folders, .folder, .search: return all
        }
    }
}
