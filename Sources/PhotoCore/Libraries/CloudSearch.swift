import Foundation

/// What a Nextcloud server finds in a folder, also in those within:
/// `nextcloud+https://cloud.example.org/remote.php/webdav/Holiday/?search=beach`, or what it keeps in order elsewhere:
/// `…/?part=albums`.
///
/// https://docs.nextcloud.com/server/latest/developer_manual/client_apis/WebDAV/search.html and RFC 5323; albums and
/// places: https://github.com/nextcloud/photos/tree/master/lib/Sabre.
public struct CloudSearch: Sendable, Hashable {
    /// What is wanted of the server.
    public enum Wish: Sendable, Hashable {
        /// The pictures whose names have a text.
        case named(String)
        /// The pictures that the person has marked.
        case favourites
        /// The albums, each of which opens: the person's own, and those that others share.
        case albums
        /// The places where photos were taken, each of which opens.
        case places

        fileprivate static let parts: [String: Wish] = [
            "favourites": .favourites, "albums": .albums, "places": .places,
        ]

        fileprivate var item: URLQueryItem {
            if case .named(let text) = self { return URLQueryItem(name: "search", value: text) }
            return URLQueryItem(name: "part", value: Self.parts.first { $0.value == self }?.key)
        }

        fileprivate init?(_ items: [URLQueryItem]) {
            func value(_ name: String) -> String? { items.first { $0.name == name }?.value }
            guard let wish = value("search").map(Wish.named) ?? value("part").flatMap({ Self.parts[$0] }) else {
                return nil
            }
            self = wish
        }

        fileprivate var isOne: Bool {
            guard case .named(let text) = self else { return true }
            return !text.isEmpty && text.utf8.count <= CloudSearch.longestText
        }

        /// The person's folders that have the list, of which a server may lack the second; nil if a question finds it.
        fileprivate var folders: [String]? {
            switch self {
            case .named, .favourites: nil
            case .albums: ["albums", "sharedalbums"]
            case .places: ["places"]
            }
        }
    }

    /// Its URL, as it is stored: without a password.
    public let url: URL
    /// What is wanted.
    public let wish: Wish
    /// The address of the server's interface; ends in `/remote.php/dav/`.
    package let interface: URL
    /// The path of the folder in the person's files, with a slash at both ends.
    private let folder: String
    /// The person, if the folder's address names one.
    package let person: String?

    private static let schemes = ["nextcloud+http": "http", "nextcloud+https": "https"]
    private static let longestText = 1024

    static func isSearch(_ scheme: String) -> Bool { schemes[scheme.lowercased()] != nil }

    /// The search that `url` names; nil for other URLs.
    public init?(_ url: URL) {
        guard let web = url.scheme.flatMap({ Self.schemes[$0.lowercased()] }),
            var parts = URLComponents(url: url.absoluteURL, resolvingAgainstBaseURL: false),
            let wish = parts.queryItems.flatMap({ Wish($0) }), wish.isOne
        else { return nil }
        parts.scheme = "webdav" + web.dropFirst("http".count)
        guard let folder = parts.url.flatMap({ DAVFolder($0) }) else { return nil }
        self.init(in: folder, wish)
    }

    /// A search in `folder`; nil if that is not one of a person's folders on a Nextcloud server. From an album or a
    /// place, all of the person's files are searched.
    private init?(in folder: DAVFolder, _ wish: Wish) {
        guard var parts = URLComponents(url: folder.address, resolvingAgainstBaseURL: false),
            let place = parts.path.firstRange(of: "/remote.php/")
        else { return nil }
        let (start, rest) = (parts.path[..<place.lowerBound], parts.path[place.upperBound...])
        let names = rest.split(separator: "/")
        switch names.first {
        case "webdav": (person, self.folder) = (nil, "/" + names.dropFirst().map { $0 + "/" }.joined())
        case "dav" where names.count > 2 && names[1] == "files":
            (person, self.folder) = (String(names[2]), "/" + names.dropFirst(3).map { $0 + "/" }.joined())
        case "dav" where names.count > 3 && names[1] == "photos": (person, self.folder) = (String(names[2]), "/")
        default: return nil
        }
        self.wish = wish
        let web = parts.scheme ?? "https"
        parts.scheme = "nextcloud+" + web
        parts.queryItems = [wish.item]
        guard let url = parts.url else { return nil }
        self.url = url
        (parts.scheme, parts.queryItems, parts.path) = (web, nil, start + "/remote.php/dav/")
        guard let interface = parts.url else { return nil }
        self.interface = interface
    }

    /// Whether the server of the folder at `url`, or of the search there, can search for other texts.
    public static func isOffered(at url: URL) -> Bool { CloudSearch(at: url, for: "x") != nil }

    /// A search in the folder at `url`, or in that of the search there; nil for others.
    public init?(at url: URL, for text: String) { self.init(at: url, .named(text)) }

    /// The same for what is wanted otherwise.
    public init?(at url: URL, _ wish: Wish) {
        guard wish.isOne, let folder = DAVFolder(url) ?? CloudSearch(url)?.place else { return nil }
        self.init(in: folder, wish)
    }

    /// Which of the server's lists the folder at `url` is opened from, or is: an album's or a place's; nil for other
    /// folders.
    public static func list(ofFolderAt url: URL) -> Wish? {
        guard let path = DAVFolder(url)?.address.path, let place = path.firstRange(of: photos) else { return nil }
        let list = path[place.upperBound...].split(separator: "/").dropFirst().first.map(String.init)
        return [Wish.albums, .places].first { wish in list.map { wish.folders?.contains($0) == true } ?? false }
    }

    /// What the paths of albums and places have.
    static let photos = "/remote.php/dav/photos/"

    /// The folder that is searched.
    public var place: DAVFolder? {
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
        let web = url.scheme.flatMap { Self.schemes[$0.lowercased()] } ?? "https"
        parts?.scheme = "webdav" + web.dropFirst("http".count)
        return parts?.url.flatMap { DAVFolder($0) }
    }

    /// The meaning of typed text.
    static func parse(_ text: String) -> Result<URL, LocationFailure> {
        let shown = URLText.withoutPassword(text)
        guard let typed = URL(string: URLText.encodedAsLink(text)) else { return .failure(.notAURL(text: shown)) }
        return CloudSearch(typed).map { .success($0.url) } ?? .failure(.notAnAddress(text: shown))
    }

    /// A list that a server has, or not.
    public struct List: Sendable, Hashable {
        private let interface: URL
        private let wish: Wish

        fileprivate init(_ interface: URL, _ wish: Wish) { (self.interface, self.wish) = (interface, wish) }
    }

    /// Of which list it is, in whichever folder.
    public var list: List { List(interface, wish) }

    /// The question to the interface about the files of `person`, which finds `most` at most; nil if what is wanted is
    /// in folders.
    package func question(about person: String, most: Int = FetchMethod.mostFound) -> FetchMethod? {
        let scope = Self.escaped("/files/" + person + folder)
        switch wish {
        case .named(let text): return .search(scope: scope, text: text, most: most)
        case .favourites: return .search(scope: scope, text: nil, most: most)
        case .albums, .places: return nil
        }
    }

    /// The folders of `person` that have what is wanted.
    package func lists(of person: String) -> [DAVFolder] {
        (wish.folders ?? []).compactMap { name in
            URL(string: Self.escaped("photos/\(person)/\(name)/"), relativeTo: interface)
                .flatMap { place?.folder(at: $0.absoluteURL) }
        }
    }

    private static func escaped(_ path: String) -> String {
        path.addingPercentEncoding(withAllowedCharacters: S3Access.unreserved.union(["/"])) ?? path
    }
}
