import Foundation
import PhotoCore
import PhotoServices

extension Catalogue {
    /// What the catalogue's library has of the photo at `url`; nil if that is not one of a library's photos.
    func libraryPhoto(at url: URL) -> LibraryPhoto? { facts.library.flatMap { ImmichFacts.photo(at: url, of: $0) } }
}
