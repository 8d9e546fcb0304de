import Foundation

/// The photos of a Piwigo gallery: an answer of its interface, whose pages follow each other (`tools/ws.htm` of every
/// installation).
package enum GalleryAddress {
    /// Relative to the gallery.
    package static let photos = "ws.php?format=json&method=pwg.categories.getImages&recursive=true" + order
    /// The question who has signed in, relative to the gallery.
    package static let someone = "ws.php?format=json&method=pwg.session.getStatus"
    /// The same for ``FetchMethod/signedIn``. Another address: requests for the same one share their answer.
    package static let person = "ws.php?method=pwg.session.getStatus&format=json"
    /// The shortest question whether there is a photo to be seen, relative to the gallery.
    package static let anything =
        "ws.php?format=json&method=pwg.categories.getImages&recursive=true&per_page=1"

    /// The list of its albums, relative to the gallery.
    package static let albums = "ws.php?format=json&method=pwg.categories.getList&recursive=true"

    /// The list of its tags, relative to the gallery.
    package static let tags = "ws.php?format=json&method=pwg.tags.getList"
    /// The favourites of the person who has signed in, relative to the gallery.
    package static let favourites = "ws.php?format=json&method=pwg.users.favorites.getList" + order

    /// The number decides among photos without a date, or with the same: otherwise each page may have an order of its
    /// own, and some photos are on no page.
    private static let order = "&order=date_creation%20desc,id%20desc&per_page=500"
    private static let tagStart = "ws.php?format=json&method=pwg.tags.getImages&tag_id="
    private static let tagEnd = order + "&name="
    private static let searchStart = "ws.php?format=json&method=pwg.images.search" + order + "&query="
    private static let factsStart = "ws.php?format=json&method=pwg.images.getInfo&image_id="
    /// PHP takes the last of two values.
    private static let latestEnd = "&order=id%20desc"
    private static let newestEnd = latestEnd + "&per_page=1"
    /// In bytes.
    private static let longestText = 1024

    private static let albumStart = "ws.php?format=json&method=pwg.categories.getImages&cat_id="
    private static let albumEnd = "&recursive=true" + order + "&name="
    private static let pageField = "&page="
    private static let script = "/ws.php?"

    /// What of a gallery is shown.
    package enum Part: Sendable, Equatable {
        case photos
        /// Their names, each of which opens.
        case albums
        /// The photos of one, and of those within.
        case album(name: String)
        /// The names of tags, each of which opens.
        case tags
        /// The photos with one.
        case tag(name: String)
        /// Those of the person who has signed in.
        case favourites
        /// What the server finds for a text.
        case search(String)

        /// The list from which it is opened, or itself.
        package var list: Part {
            switch self {
            case .album: .albums
            case .tag: .tags
            case .search: .photos
            case .photos, .albums, .tags, .favourites: self
            }
        }

        /// The address of a part that is not one of many, relative to the gallery.
        package var address: String? {
            switch self {
            case .photos: GalleryAddress.photos
            case .albums: GalleryAddress.albums
            case .tags: GalleryAddress.tags
            case .favourites: GalleryAddress.favourites
            case .album, .tag, .search: nil
            }
        }
    }

    /// The address of an album's photos, relative to the gallery. The server ignores the name.
    package static func album(_ id: Int, name: String) -> String {
        albumStart + String(id) + albumEnd + LibraryLocation.encoded(name)
    }

    /// The address of the photos with a tag, relative to the gallery. The server ignores the name.
    package static func tag(_ id: Int, name: String) -> String {
        tagStart + String(id) + tagEnd + LibraryLocation.encoded(name)
    }

    /// What the server finds for a text in the gallery of which something is at `url`; nil for other addresses.
    package static func search(at url: URL, for text: String) -> URL? {
        guard !text.isEmpty, text.utf8.count <= longestText, let gallery = part(at: url)?.gallery else { return nil }
        return URL(string: gallery.absoluteString + searchStart + LibraryLocation.encoded(text))
    }

    /// The address of what the gallery at an address knows of a photo.
    package static func facts(ofPhoto id: Int, in gallery: URL) -> URL? {
        URL(string: gallery.absoluteString + factsStart + String(id))
    }

    /// The address of the page of the gallery at an address about a photo.
    package static func page(ofPhoto id: Int, in gallery: URL) -> URL? {
        URL(string: gallery.absoluteString + "picture.php?/" + String(id))
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
        if let list = [Part.photos, .albums, .tags, .favourites].first(where: { $0.address == question }) {
            return list
        }
        if question.hasPrefix(searchStart) {
            let text = value(question.dropFirst(searchStart.count)) ?? ""
            return text.isEmpty || text.utf8.count > longestText ? nil : .search(text)
        }
        if let name = name(in: question, albumStart, albumEnd) { return .album(name: name) }
        return name(in: question, tagStart, tagEnd).map { Part.tag(name: $0) }
    }

    /// The name of the album or tag that a question with this start, a number and this end is about.
    private static func name(in question: String, _ start: String, _ end: String) -> String? {
        guard question.hasPrefix(start) else { return nil }
        let rest = question.dropFirst(start.count)
        let id = rest.prefix { $0.isASCII && $0.isNumber }
        let name = rest.dropFirst(id.count)
        guard !id.isEmpty, name.hasPrefix(end) else { return nil }
        return value(name.dropFirst(end.count))
    }

    /// The meaning of the last value in a question; nil if it is not the last.
    private static func value(_ text: Substring) -> String? {
        guard !text.contains(where: { $0 == "&" || $0 == "#" }) else { return nil }
        return String(text).removingPercentEncoding ?? ""
    }

    /// Whether a text may be the address of a gallery or of a part: most are not, and to read them takes longer.
    static func mayBe(_ address: String) -> Bool { address.contains(script + "format=json&method=pwg.") }

    /// A page of the list of photos at `url`, from 0.
    package static func page(_ number: Int, of url: URL) -> URL? {
        number == 0 ? url : URL(string: url.absoluteString + pageField + String(number))
    }

    /// The question for the newest of the photos in the list at `url`, and how many there are.
    package static func newest(of url: URL) -> URL? { URL(string: url.absoluteString + newestEnd) }

    /// The same for as many as a page has, the one that was added last first.
    package static func latest(of url: URL) -> URL? { URL(string: url.absoluteString + latestEnd) }

    /// The list about which such a question is; nil for other addresses.
    private static func list(ofNewest url: URL) -> URL? {
        let text = url.absoluteString
        let end = [newestEnd, latestEnd].first { text.hasSuffix($0) }
        return end.flatMap { URL(string: String(text.dropLast($0.count))) }
    }

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

    /// How requests to the gallery of which something is at `url`, also a further page or the question for the newest
    /// photos, are authorized; nil for other addresses. Each gallery of a server has logins of its own, and so has each
    /// person whom an address names: the login of one is no answer for another.
    package static func place(of url: URL) -> LibraryPlace? {
        guard let gallery = part(at: firstPage(of: url) ?? list(ofNewest: url) ?? url)?.gallery,
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
