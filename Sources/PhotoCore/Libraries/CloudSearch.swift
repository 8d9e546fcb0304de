import Foundation

/// What a Nextcloud server finds in a folder, also in those within, by the names of files:
/// `nextcloud+https://cloud.example.org/remote.php/webdav/Holiday/?search=beach`.
///
/// https://docs.nextcloud.com/server/latest/developer_manual/client_apis/WebDAV/search.html and RFC 5323.
public struct CloudSearch: Sendable, Hashable {
    /// Its URL, as it is stored: without a password.
    public let url: URL
    /// What is searched for.
    package let text: String
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
            let text = parts.queryItems?.first(where: { $0.name == "search" })?.value,
            !text.isEmpty, text.utf8.count <= Self.longestText
        else { return nil }
        parts.scheme = "webdav" + web.dropFirst("http".count)
        guard let folder = parts.url.flatMap({ DAVFolder($0) }) else { return nil }
        self.init(in: folder, for: text)
    }

    /// A search in `folder`; nil if that is not one of a person's folders on a Nextcloud server.
    package init?(in folder: DAVFolder, for text: String) {
        guard var parts = URLComponents(url: folder.address, resolvingAgainstBaseURL: false),
            let place = parts.path.firstRange(of: "/remote.php/")
        else { return nil }
        let (start, rest) = (parts.path[..<place.lowerBound], parts.path[place.upperBound...])
        let names = rest.split(separator: "/")
        switch names.first {
        case "webdav": (person, self.folder) = (nil, "/" + names.dropFirst().map { $0 + "/" }.joined())
        case "dav" where names.count > 2 && names[1] == "files":
            (person, self.folder) = (String(names[2]), "/" + names.dropFirst(3).map { $0 + "/" }.joined())
        default: return nil
        }
        self.text = text
        let web = parts.scheme ?? "https"
        parts.scheme = "nextcloud+" + web
        parts.queryItems = [URLQueryItem(name: "search", value: text)]
        guard let url = parts.url else { return nil }
        self.url = url
        (parts.scheme, parts.queryItems, parts.path) = (web, nil, start + "/remote.php/dav/")
        guard let interface = parts.url else { return nil }
        self.interface = interface
    }

    /// Whether the server of the folder at `url`, or of the search there, can search for other texts.
    public static func isOffered(at url: URL) -> Bool { CloudSearch(at: url, for: "x") != nil }

    /// A search in the folder at `url`, or in that of the search there; nil for others.
    public init?(at url: URL, for text: String) {
        guard !text.isEmpty, text.utf8.count <= Self.longestText else { return nil }
        if let folder = DAVFolder(url) {
            self.init(in: folder, for: text)
        } else {
            guard CloudSearch(url) != nil, var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else {
                return nil
            }
            parts.queryItems = [URLQueryItem(name: "search", value: text)]
            guard let other = parts.url else { return nil }
            self.init(other)
        }
    }

    /// The folder that is searched.
    var place: DAVFolder? {
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

    /// The question to the interface about the files of `person`.
    package func question(about person: String) -> FetchMethod {
        let path = "/files/" + person + folder
        let allowed = S3Access.unreserved.union(["/"])
        return .search(scope: path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path, text: text)
    }
}
