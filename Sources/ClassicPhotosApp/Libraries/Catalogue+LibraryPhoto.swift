import Foundation
import PhotoCore
import PhotoServices

extension Catalogue {
    /// What the catalogue's library has of the photo at `url`; nil if that is not one of a library's photos.
    /// `thumbnail` is the address of the picture in its row.
    func libraryPhoto(at url: URL, thumbnail: URL? = nil) -> LibraryPhoto? {
        if let thumbnail {
            if let photo = CloudFacts.photo(at: url, thumbnail: thumbnail) { return photo }
            let catalogues = [self.url] + facts.lines.compactMap { URL(string: $0.member.address) }
            if let photo = GalleryFacts.photo(at: url, thumbnail: thumbnail, in: catalogues) { return photo }
        }
        let libraries = facts.library.map { [$0] } ?? facts.lines.compactMap(\.library)
        return libraries.lazy.compactMap {
            switch $0.kind {
            case .immich: ImmichFacts.photo(at: url, of: $0)
            case .photoPrism: PhotoPrismFacts.photo(at: url, of: $0)
            }
        }.first
    }

    /// The same for the photo of a record.
    @MainActor
    func libraryPhoto(of record: PhotoRecord) -> LibraryPhoto? {
        record.photoURL.flatMap { libraryPhoto(at: $0, thumbnail: record.rowURL) }
    }
}
