import Foundation
import PhotoCore
import PhotoServices

extension Catalogue {
    /// What the catalogue's library has of the photo at `url`; nil if that is not one of a library's photos.
    func libraryPhoto(at url: URL) -> LibraryPhoto? {
        let libraries = facts.library.map { [$0] } ?? facts.lines.compactMap(\.library)
        return libraries.lazy.compactMap { ImmichFacts.photo(at: url, of: $0) }.first
    }
}
