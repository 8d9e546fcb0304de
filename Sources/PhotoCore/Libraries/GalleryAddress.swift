import Foundation

/// The photos of a Piwigo gallery: an answer of its interface, whose pages follow each other (`tools/ws.htm` of every
/// installation).
package enum GalleryAddress {
    /// Relative to the gallery.
    package static let photos =
        "ws.php?format=json&method=pwg.categories.getImages&recursive=true&order=date_creation%20desc&per_page=500"
    /// The question who has signed in, relative to the gallery.
    package static let someone = "ws.php?format=json&method=pwg.session.getStatus"
    /// The same for ``FetchMethod/signedIn``. Another address: requests for the same one share their answer.
    package static let person = "ws.php?method=pwg.session.getStatus&format=json"
    /// The shortest question whether there is a photo to be seen, relative to the gallery.
    package static let anything =
        "ws.php?format=json&method=pwg.categories.getImages&recursive=true&per_page=1"

    /// The list of its albums, relative to the gallery.
    package static let albums = "ws.php?format=json&method=pwg.categories.getList&recursive=true"

    private static let albumStart = "ws.php?format=json&method=pwg.categories.getImages&cat_id="
    private static let albumEnd = "&recursive=true&order=date_creation%20desc&per_page=500&name="
    private static let pageField = "&page="
    private static let script = "/ws.php?"

    /// What of a gallery is shown.
    package enum Part: Sendable, Equatable {
        case photos
        /// Their names, each of which opens.
        case albums
        /// The photos of one, and of those within.
        case album(name: String)

        /// The list from which it is opened, or itself.
        package var list: Part { if case .album = self { .albums } else { self } }
    }

    /// The address of an album's photos, relative to the gallery. The server ignores the name.
    package static func album(_ id: Int, name: String) -> String {
        albumStart + String(id) + albumEnd + LibraryLocation.encoded(name)
    }

    /// What of a gallery is at `url`, and the gallery's own address; nil for other addresses.
    package static func part(at url: URL) -> (gallery: URL, part: Part)? {
        let text = url.absoluteString
        guard url.webAddress != nil, let found = text.range(of: script) else { return nil }
        let start = text.index(after: found.lowerBound)
        guard !text[..<start].contains(where: { $0 == "?" || $0 == "#" }),
            let gallery = URL(string: String(text[..<start])), let part = Self.part(in: String(text[start...]))
        else { return nil }
        return (gallery, part)
    }

    private static func part(in question: String) -> Part? {
        if question == photos { return .photos }
        if question == albums { return .albums }
        guard question.hasPrefix(albumStart) else { return nil }
        let rest = question.dropFirst(albumStart.count)
        let id = rest.prefix { $0.isASCII && $0.isNumber }
        let end = rest.dropFirst(id.count)
        guard !id.isEmpty, end.hasPrefix(albumEnd) else { return nil }
        let name = end.dropFirst(albumEnd.count)
        guard !name.contains(where: { $0 == "&" || $0 == "#" }) else { return nil }
        return .album(name: String(name).removingPercentEncoding ?? "")
    }

    /// Whether a text may be the address of a gallery or of a part: most are not, and to read them takes longer.
    static func mayBe(_ address: String) -> Bool { address.contains(script + "format=json&method=pwg.categories.") }

    /// The first page of what `url` is a further page of; nil for other addresses.
    package static func firstPage(of url: URL) -> URL? {
        let text = url.absoluteString
        guard let found = text.range(of: pageField, options: .backwards) else { return nil }
        let number = text[found.upperBound...]
        guard !number.isEmpty, number.allSatisfy({ $0.isASCII && $0.isNumber }),
            let first = URL(string: String(text[..<found.lowerBound])), part(at: first) != nil
        else { return nil }
        return first
    }

    /// How requests to the gallery of which something is at `url`, also a further page, are authorized; nil for other
    /// addresses. Each gallery of a server has logins of its own, and so has each person whom an address names: the
    /// login of one is no answer for another.
    package static func place(of url: URL) -> LibraryPlace? {
        guard let gallery = part(at: firstPage(of: url) ?? url)?.gallery,
            var parts = URLComponents(url: gallery, resolvingAgainstBaseURL: false)
        else { return nil }
        // An encoded name has no slash: it is no path of another gallery.
        let user = parts.percentEncodedUser.flatMap { $0.isEmpty ? nil : $0 + "@" } ?? ""
        (parts.percentEncodedUser, parts.percentEncodedPassword) = (nil, nil)
        let part = user + parts.percentEncodedPath
        let name = LibraryPlace.piwigoName + (part == "/" ? "" : " (\(part))")
        return parts.url.flatMap { LibraryPlace($0, .session, name: name) }
    }

    /// Whether a place with this name is the gallery at `path` of its server, for any person.
    package static func isName(_ name: String, ofPlaceAt path: String) -> Bool {
        let start = LibraryPlace.piwigoName + " ("
        guard name.hasPrefix(start), name.hasSuffix(")") else { return false }
        let part = name.dropFirst(start.count).dropLast()
        if part == path { return true }
        guard let end = part.firstIndex(of: "@"), !part[..<end].contains("/") else { return false }
        return part[part.index(after: end)...] == path
    }
}
