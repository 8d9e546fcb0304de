import Foundation

/// Turns the text of a catalogue's entry into the URL of a photo.
enum PhotoLocation {
    /// The absolute URL that `text` means in a catalogue from `base`.
    ///
    /// From the network, text is read like a link in a browser: spaces and non-ASCII characters are percent-encoded,
    /// existing escapes stay, line breaks and tabs are dropped, a backslash is a slash. From a file, text without a
    /// scheme is a path, in which `?` and `#` are ordinary characters. It counts as percent-encoded if every percent
    /// sign in it starts an escape. From anywhere, an address may hold a picture itself.
    static func resolve(_ text: String, against base: URL) -> Result<URL, LocationFailure> {
        if text.isEmpty { return .failure(.empty) }
        if let member = ArchiveMember.resolve(text, against: base) { return member }
        if let held = DataAddress.resolve(text) { return held }
        let fromNetwork = ["http", "https"].contains(base.scheme?.lowercased())
        let scheme = URLText.scheme(of: text, fromNetwork: fromNetwork)
        switch scheme {
        // A saved page or reply: the scheme was that of its own address.
        case nil where !fromNetwork && namesHost(text): return resolve("https:" + text, against: base)
        case nil where fromNetwork:
            guard let url = URL(string: URLText.encodedAsLink(text), relativeTo: base)?.absoluteURL else {
                return .failure(.notAURL(text: text))
            }
            return checkedRemote(url, text: text)
        case nil:
            guard let url = URL(string: URLText.encodedAsPath(text), relativeTo: base)?.absoluteURL else {
                return .failure(.notAURL(text: text))
            }
            return checkedFile(url, text: text)
        case "http", "https":
            guard let url = URL(string: URLText.encodedAsLink(text)) else { return .failure(.notAURL(text: text)) }
            return checkedRemote(url, text: text)
        case "file" where !fromNetwork:
            guard let url = URL(string: URLText.encodedAsLink(text)) else { return .failure(.notAURL(text: text)) }
            return checkedFile(url, text: text)
        case let scheme?:
            return .failure(.schemeNotAllowed(scheme: scheme, fromNetwork: fromNetwork))
        }
    }

    /// Whether it is an address without a scheme, `//cdn.example/a.jpg`, and no path: a name with a dot follows the
    /// slashes, and something after it; or a login with a password, which must not be taken for a folder's name.
    private static func namesHost(_ text: String) -> Bool {
        let utf8 = text.utf8
        guard utf8.starts(with: "//".utf8) else { return false }
        let host = utf8.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
        if let at = host.lastIndex(of: UInt8(ascii: "@")), host[..<at].contains(UInt8(ascii: ":")) { return true }
        let isName = host.allSatisfy { URLText.isLetter($0) || URLText.isDigit($0) || "-.".utf8.contains($0) }
        let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return isName && labels.count > 1 && labels.allSatisfy { !$0.isEmpty } && host.endIndex < utf8.endIndex
    }

    /// The URL, if it is http or https, and has a host and a valid port.
    static func checkedRemote(_ url: URL, text: String) -> Result<URL, LocationFailure> {
        guard ["http", "https"].contains(url.scheme?.lowercased()) else { return .failure(.notAURL(text: text)) }
        guard let host = url.host, !host.isEmpty else { return .failure(.noHost(text: text)) }
        // An unescaped character in a host is a mistake that no real name contains.
        let isForbidden = { (byte: UInt8) in byte <= 0x20 || byte == 0x7F || "#/<>?@\\^|".utf8.contains(byte) }
        if host.utf8.contains(where: isForbidden) || !(0...65535).contains(url.port ?? 0) {
            return .failure(.notAURL(text: text))
        }
        // Not earlier: it turns "http:x" into "http://x".
        return .success(url.standardized)
    }

    /// The URL of a file on this computer, without host, query and fragment.
    static func checkedFile(_ url: URL, text: String) -> Result<URL, LocationFailure> {
        if let host = url.host, !host.isEmpty, host.lowercased() != "localhost" {
            return .failure(.fileOnOtherHost(host: host))
        }
        let path = url.path(percentEncoded: true)
        // A NUL would end the path early in every C call, and name another file.
        guard url.scheme?.lowercased() == "file", path.hasPrefix("/"), !path.contains("%00"),
            let file = URL(string: "file://" + path)
        else { return .failure(.notAURL(text: text)) }
        return .success(file.standardized)
    }
}
