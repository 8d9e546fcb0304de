import Foundation

/// The address of a library on a server, as it is stored: of all its photos, not of an album or a person.
enum LibraryAddress {
    /// Whether `address` is one.
    static func isLibrary(_ address: String) -> Bool {
        // Most are not, and to read them takes longer.
        if address.hasSuffix(GalleryAddress.photos) {
            return URL(string: address).map { GalleryAddress.isGallery($0) } ?? false
        }
        guard starts.contains(where: { address.hasPrefix($0) }), let url = URL(string: address) else { return false }
        if let library = LibraryLocation(url) { return library.part == .timeline }
        return S3Location(url) != nil || DAVFolder(url) != nil
    }

    private static let starts = ["immich", "photoprism", "s3:", "webdav"]
}
