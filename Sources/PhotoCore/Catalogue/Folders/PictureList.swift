import Foundation

/// Several pictures named one by one, as on a command line: a catalogue of these, in that order. Its URL has a private
/// scheme.
public struct PictureList: Sendable, Equatable {
    /// The pictures.
    public let pictures: [URL]

    private static let scheme = "pictures"

    /// These pictures.
    public init(_ pictures: [URL]) { self.pictures = pictures }

    /// The list that `url` names; nil if it is no list of pictures.
    public init?(_ url: URL) {
        guard url.scheme == Self.scheme, let parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else {
            return nil
        }
        pictures = (parts.queryItems ?? []).compactMap { $0.value.flatMap(URL.init(string:)) }
    }

    /// The URL that opens them; nil if empty.
    public var url: URL? {
        guard !pictures.isEmpty else { return nil }
        var parts = URLComponents()
        parts.scheme = Self.scheme
        parts.path = "list"
        parts.queryItems = pictures.map { URLQueryItem(name: "url", value: $0.absoluteString) }
        return parts.url
    }

    /// The same list without passwords in its addresses.
    public var withoutPasswords: PictureList { PictureList(pictures.map(\.withoutPassword)) }

    /// Whether `url` has the extension of a picture.
    public static func isPicture(_ url: URL) -> Bool {
        !url.hasDirectoryPath && LocationDetection.namesPicture(Array(url.absoluteString.utf8))
    }
}

/// Makes the rows of ``PictureList``.
public struct PictureListFiller: CatalogueFilling {
    /// A filler.
    public init() {}

    /// Whether it is a list of pictures.
    public func fills(_ url: URL) -> Bool { PictureList(url) != nil }

    /// One row per file, with its name.
    public func fill(
        _ builder: inout CatalogueBuilder, from url: URL,
        pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        for (index, picture) in (PictureList(url)?.pictures ?? []).enumerated() {
            try builder.append(name: picture.shownName, location: picture.absoluteString, at: .item(index + 1))
        }
        try pause(&builder)
    }
}
