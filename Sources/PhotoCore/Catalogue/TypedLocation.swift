import Foundation

/// Text typed to open a catalogue: an address with or without its scheme, or the path of a file or folder.
package enum TypedLocation {
    /// The URL that the text means, or a sentence about what is wrong. Looks up nothing but the home of `~name`.
    ///
    /// Trims white space. `/…`, `~`, `~/…`, `~name/…` and `file:///…` are files or folders; `smb://…` and others are
    /// shares (``ShareLocation``), `s3://…` a bucket (``S3Location``), `webdavs://…` a folder (``DAVFolder``), and
    /// `immich+https://…` a library (``LibraryLocation``); their URLs have no password.
    /// `example.org/photos.plist` becomes https, as in browsers; this computer (localhost, 127.0.0.1, [::1]) becomes
    /// http, because local servers rarely have a certificate.
    package static func parse(_ text: String) -> Result<URL, LocationFailure> {
        parse(text) { $0.isEmpty ? ownHome : NSHomeDirectoryForUser($0) }
    }

    /// As in shells; NSHomeDirectory() knows only the accounts.
    private static var ownHome: String {
        let home = ProcessInfo.processInfo.environment["HOME"] ?? ""
        return home.hasPrefix("/") ? home : NSHomeDirectory()
    }

    /// The same for each keystroke: does not look up users, because that may use the network.
    package static func check(_ text: String) -> Result<URL, LocationFailure> { parse(text) { _ in "/" } }

    /// `home` returns the home of a user, or of the current person for an empty name.
    static func parse(_ text: String, home: (String) -> String?) -> Result<URL, LocationFailure> {
        let typed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let text = FeedAddress.plain(typed)
        if text.isEmpty { return .failure(.empty) }
        if text.utf8.count > Catalogue.maximumLocationByteCount { return .failure(.notAnAddress(text: text)) }
        if text.hasPrefix("/") { return file(text) }
        if text.hasPrefix("~") {
            let user = String(text.dropFirst().prefix { $0 != "/" })
            guard let home = home(user) else { return .failure(.userUnknown(name: user)) }
            return file(home + text.dropFirst(1 + user.count))
        }

        let host = text.prefix { !"/?#".contains($0) }
        if let scheme = scheme(of: text) {
            switch scheme {
            case "http", "https":
                guard text.dropFirst(scheme.count).hasPrefix("://") else { return .failure(.noHost(text: text)) }
                return remote(text, typed: text)
            case "file":
                guard let url = URL(string: URLText.encodedAsLink(text)) else { return .failure(.notAURL(text: text)) }
                return PhotoLocation.checkedFile(url, text: text)
            case let scheme where DAVFolder.isFolder(scheme) && text == typed:
                guard text.dropFirst(scheme.count).hasPrefix("://") else { return .failure(.noHost(text: text)) }
                return DAVFolder.parse(text)
            case let scheme where CloudSearch.isSearch(scheme) && text == typed: return CloudSearch.parse(text)
            case S3Location.scheme where text == typed: return S3Location.parse(text)
            case let scheme where LibraryLocation.isLibrary(scheme) && text == typed:
                guard text.dropFirst(scheme.count).hasPrefix("://") else { return .failure(.noHost(text: text)) }
                return LibraryLocation.parse(text)
            // Feeds come from the web.
            case let scheme where ShareLocation.isShare(scheme) && text == typed:
                guard text.dropFirst(scheme.count).hasPrefix("://") else { return .failure(.noHost(text: text)) }
                return ShareLocation.parse(text)
            default:
                return .failure(.schemeUnknown(scheme: scheme))
            }
        }
        if isThisComputer(host) { return remote("http://" + text, typed: text) }
        guard looksLikeHost(host), host.count < text.count || !looksLikeFile(host) else {
            return .failure(.notAnAddress(text: text))
        }
        return remote("https://" + text, typed: text)
    }

    /// The scheme; nil if a host and a port surround the colon.
    private static func scheme(of text: String) -> String? {
        guard let scheme = URLText.scheme(of: text, fromNetwork: true) else { return nil }
        let port = text.dropFirst(scheme.count + 1).utf8.prefix { !"/?#".utf8.contains($0) }
        return !port.isEmpty && port.allSatisfy(URLText.isDigit) ? nil : scheme
    }

    private static func remote(_ address: String, typed text: String) -> Result<URL, LocationFailure> {
        guard let url = URL(string: URLText.encodedAsLink(address)) else { return .failure(.notAURL(text: text)) }
        return PhotoLocation.checkedRemote(url, text: text)
    }

    private static func file(_ path: String) -> Result<URL, LocationFailure> {
        // As typed: a percent sign belongs to the name.
        .success(URL(fileURLWithPath: path, isDirectory: path.hasSuffix("/")).standardized)
    }

    private static func isThisComputer(_ host: Substring) -> Bool {
        let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
        return ["localhost", "[::1]"].contains(name.lowercased()) || name.hasPrefix("127.") && looksLikeHost(name)
    }

    /// Two parts with a dot between them, and only valid characters of hosts.
    private static func looksLikeHost(_ host: Substring) -> Bool {
        if host.hasPrefix("[") { return host.contains("]") }
        let name = host.prefix { $0 != ":" }
        return name.split(separator: ".", omittingEmptySubsequences: false).count > 1
            && !name.hasPrefix(".") && !name.contains("..")
            && !name.contains { $0.isWhitespace || "\\\"'<>(){}|^`~,;!$&*+=%@".contains($0) }
    }

    /// "photos.plist" alone means a file: .plist and .xml are no top-level domains.
    private static func looksLikeFile(_ host: Substring) -> Bool {
        host.hasSuffix(".plist") || host.hasSuffix(".xml")
    }
}
