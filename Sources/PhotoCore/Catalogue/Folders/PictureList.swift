import Foundation

/// Several pictures named one by one, as on a command line: a catalogue of these, in that order. Its URL has a private
/// scheme.
package struct PictureList: Sendable, Equatable {
    package let pictures: [URL]

    private static let scheme = "pictures"

    package init(_ pictures: [URL]) { self.pictures = pictures }

    /// The list that `url` names; nil if it is no list of pictures.
    package init?(_ url: URL) {
        guard url.scheme == Self.scheme, let parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else {
            return nil
        }
        pictures = (parts.queryItems ?? []).compactMap { $0.value.flatMap(URL.init(string:)) }
    }

    /// The URL that opens them; nil if empty.
    package var url: URL? {
        guard !pictures.isEmpty else { return nil }
        var parts = URLComponents()
        parts.scheme = Self.scheme
        parts.path = "list"
        parts.queryItems = pictures.map { URLQueryItem(name: "url", value: $0.absoluteString) }
        return parts.url
    }

    /// The same list without passwords in its addresses, by which it is opened again.
    package var withoutSecrets: PictureList { PictureList(pictures.map(\.withoutSecret)) }

    /// Whether `url` has the extension of a picture.
    package static func isPicture(_ url: URL) -> Bool {
        !url.hasDirectoryPath && LocationDetection.namesPicture(Array(url.absoluteString.utf8))
    }
}

/// Makes the rows of ``PictureList``.
package struct PictureListFiller: CatalogueFilling {
    package init() {}

    package func fills(_ url: URL) -> Bool { PictureList(url) != nil }

    /// One row per file, with its name.
    package func fill(
        _ builder: inout CatalogueBuilder, from url: URL,
        pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        for (index, picture) in (PictureList(url)?.pictures ?? []).enumerated() {
            try builder.append(name: picture.shownName, location: picture.absoluteString, at: .item(index + 1))
        }
        try pause(&builder)
    }
}
