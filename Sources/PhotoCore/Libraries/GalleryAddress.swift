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

    /// Whether `url` is that of a gallery.
    package static func isGallery(_ url: URL) -> Bool {
        url.webAddress != nil && url.absoluteString.hasSuffix("/" + photos)
    }

    /// How requests to the gallery whose photos are at `url` are authorized; nil for other addresses. Each gallery of a
    /// server has logins of its own: they may be those of different people.
    package static func place(of url: URL) -> LibraryPlace? {
        guard isGallery(url), var parts = URLComponents(url: url.absoluteURL, resolvingAgainstBaseURL: false),
            parts.percentEncodedPath.hasSuffix("/ws.php"), parts.fragment == nil
        else { return nil }
        (parts.percentEncodedUser, parts.percentEncodedPassword, parts.percentEncodedQuery) = (nil, nil, nil)
        parts.percentEncodedPath = String(parts.percentEncodedPath.dropLast("ws.php".count))
        let path = parts.percentEncodedPath
        let name = LibraryPlace.piwigoName + (path == "/" ? "" : " (\(path))")
        return parts.url.flatMap { LibraryPlace($0, .session, name: name) }
    }
}
