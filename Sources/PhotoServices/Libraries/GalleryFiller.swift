import Foundation
import PhotoCore

/// Lists the albums of a Piwigo gallery, each of which opens: `pwg.categories.getList` of its interface.
package struct GalleryFiller: CatalogueFilling {
    private let fetcher: any DataFetching
    private let mostListed: Int

    /// Of all albums.
    static let mostBytes = 64 << 20

    /// Fetches by `fetcher`.
    package init(_ fetcher: any DataFetching) { self.init(fetcher, mostListed: ListedParts.most) }

    /// Lists at most this many albums.
    init(_ fetcher: any DataFetching, mostListed: Int) { (self.fetcher, self.mostListed) = (fetcher, mostListed) }

    /// See CatalogueFilling.
    package func fills(_ url: URL) -> Bool { GalleryAddress.part(at: url)?.part == .albums }

    /// See CatalogueFilling.
    package func fill(
        _ builder: inout CatalogueBuilder, from url: URL,
        pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        guard let gallery = GalleryAddress.part(at: url)?.gallery else { return }
        builder.facts.title = localized("Albums")
        builder.facts.formatName = localized("Piwigo gallery")
        builder.facts.base = gallery.absoluteString
        let request = FetchRequest(url: url, limit: Self.mostBytes, revalidates: builder.revalidates)
        let body = try BlockingFetch(request, with: fetcher).wait(with: &builder, pause)
        let albums = try AssetColumns<GalleryAlbumField>(upTo: mostListed, in: body)
        if albums.count == 0, body.count > GalleryLogin.mostBytes || !GalleryLogin.isAnswer(body) {
            throw .notACatalogue(reason: localized("The server does not answer as a Piwigo server does."))
        }
        var known = ListedParts(upTo: mostListed)
        for row in 0..<albums.count {
            let (id, name) = (albums.text(.id, row), albums.text(.name, row))
            guard let number = Int(id), number > 0, !name.isEmpty, albums.number(.photoCount, row) != 0, known.takes(id)
            else { continue }
            builder.add(.name, name)
            builder.add(.location, GalleryAddress.album(number, name: name))
            try builder.endEntry(at: nil, isFolder: true)
            if row % Self.rowsInTurn == 0 { try pause(&builder) }
        }
    }

    private static let rowsInTurn = 1000
}

/// A field of an album.
enum GalleryAlbumField: String, AssetField {
    case id
    case name
    /// Also of those within.
    case photoCount = "total_nb_images"
}
