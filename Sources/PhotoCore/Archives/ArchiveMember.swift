import Foundation

/// A file in an archive, named by a URL: that of the archive behind `archive+`, and the member's name as its fragment
/// (`archive+https://example.org/album.zip#2025/sea.jpg`).
///
/// The scheme is none of a file's, so that nothing that acts on files acts on the archive in its place.
package struct ArchiveMember: Sendable, Hashable {
    /// The archive's http, https or file URL, without a fragment.
    package let archive: URL
    /// The name in the archive, in any encoding.
    package let name: [UInt8]

    private static let prefix = "archive+"
    private static let schemes: Set<String> = ["file", "http", "https"]

    package init(archive: URL, name: [UInt8]) {
        self.archive = archive
        self.name = name
    }

    /// The member that `url` names; nil for other URLs.
    package init?(_ url: URL) {
        guard let archive = Self.archive(of: url), let fragment = url.fragment(percentEncoded: true) else { return nil }
        let name = FilePath(percentEncoded: fragment).bytes
        // Also of an address whose name begins with a zero.
        if name.isEmpty { return nil }
        self.init(archive: archive, name: name)
    }

    /// The archive in which `url` names a member, or all of them.
    static func archive(of url: URL) -> URL? {
        guard let scheme = url.scheme?.lowercased(), scheme.hasPrefix(prefix),
            schemes.contains(String(scheme.dropFirst(prefix.count)))
        else { return nil }
        return URL(string: String(url.absoluteString.prefix { $0 != "#" }.dropFirst(prefix.count)))
    }

    /// Whether `url` names a member. Cheap.
    package static func isNamed(by url: URL) -> Bool { url.scheme?.hasPrefix(prefix) == true }

    /// The base of the addresses of an archive's members, which are its fragments.
    package static func base(of archive: URL) -> String {
        prefix + archive.absoluteString.prefix { $0 != "#" }
    }

    /// The member's address relative to ``base(of:)``.
    package static func address(of name: [UInt8]) -> String {
        "#"
            + name.map { byte in
                URLText.isLetter(byte) || URLText.isDigit(byte) || "-._~/".utf8.contains(byte)
                    ? String(UnicodeScalar(byte))
                    : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }.joined()
    }

    /// Its URL; nil only for an archive without a valid one.
    package var url: URL? { URL(string: Self.base(of: archive) + Self.address(of: name)) }

    /// Whether its archive is on this computer.
    package var isLocal: Bool { archive.isFileURL }

    /// The meaning of an absolute address of a member, or of a fragment in an archive; nil for other text. A catalogue
    /// from the network cannot name archives on this computer.
    static func resolve(_ text: String, against base: URL) -> Result<URL, LocationFailure>? {
        if text.hasPrefix("#"), archive(of: base) != nil {
            let whole = base.absoluteString.prefix { $0 != "#" } + text
            guard let url = URL(string: String(whole)) else { return .failure(.notAURL(text: text)) }
            return .success(url)
        }
        guard text.prefix(prefix.count).lowercased() == prefix else { return nil }
        let inner = String(text.dropFirst(prefix.count).prefix { $0 != "#" })
        let own = archive(of: base) ?? base
        let fromNetwork = !own.isFileURL && own.scheme != nil
        guard let scheme = URLText.scheme(of: inner, fromNetwork: true), schemes.contains(scheme) else { return nil }
        guard scheme != "file" || !fromNetwork else {
            return .failure(.schemeNotAllowed(scheme: prefix + scheme, fromNetwork: true))
        }
        let fragment = text.dropFirst(prefix.count + inner.count)
        return PhotoLocation.resolve(inner, against: own).flatMap { archive in
            let encoded = URLText.encodedAsLink("archive:/" + fragment).dropFirst("archive:/".count)
            guard let url = URL(string: Self.base(of: archive) + encoded) else {
                return .failure(.notAURL(text: text))
            }
            return .success(url)
        }
    }
}
