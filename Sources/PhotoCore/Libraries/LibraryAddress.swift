import Foundation

/// The address of something in a library on a server, as it is stored: of the library itself, or of an album, a person,
/// a folder or a search in it.
struct LibraryAddress: Sendable, Equatable {
    /// What keeps the photos.
    private enum Keeper: Sendable, Equatable {
        case library(interface: URL)
        case folders(WebServer?, isEncrypted: Bool)
        case bucket(String, endpoint: URL?, profile: String?)
        case gallery(URL)
    }
    private let keeper: Keeper
    /// The names of the folders in it, the outermost first; of a bucket, the bytes of the prefix, which may end within
    /// a folder's name.
    private let path: [String]
    /// Whether it is a part of the library, or what is found there.
    private let isPart: Bool
    /// Whether it is in no folder of a library, but an album of all of its photos.
    private let isAlbum: Bool
    /// Whether it is of all of a person's files on a server that has albums of them.
    private let hasAllFiles: Bool
    /// The address itself.
    private let text: String

    /// Nil for other addresses.
    init?(_ address: String) {
        guard let url = URL(string: address) else { return nil }
        text = address
        hasAllFiles = DAVFolder(url)?.hasAllFiles ?? false
        isAlbum = CloudSearch.list(ofFolderAt: url) != nil
        if GalleryAddress.mayBe(address) {
            guard let found = GalleryAddress.part(at: url) else { return nil }
            (keeper, path, isPart) = (.gallery(found.gallery), [], found.part != .photos)
            return
        }
        guard Self.starts.contains(where: { address.hasPrefix($0) }) else { return nil }
        if let library = LibraryLocation(url) {
            (keeper, path, isPart) = (.library(interface: library.interface), [], library.part != .timeline)
        } else if let bucket = S3Location(url) {
            keeper = .bucket(bucket.bucket, endpoint: bucket.endpoint, profile: bucket.profile)
            (path, isPart) = (bucket.prefix.utf8.map { String($0) }, false)
        } else {
            let search = CloudSearch(url)
            guard let folder = search?.place ?? DAVFolder(url) else { return nil }
            keeper = .folders(WebServer(folder.address), isEncrypted: folder.address.scheme == "https")
            // Names may be in any encoding.
            path = folder.address.path(percentEncoded: true).split(separator: "/").map {
                $0.removingPercentEncoding ?? String($0)
            }
            isPart = search != nil || isAlbum
        }
    }

    private static let starts = ["immich", "photoprism", "s3:", "webdav", "nextcloud+"]

    /// Whether it is of all photos of a library, or of a folder with those in it.
    var isLibrary: Bool { !isPart }

    /// Whether what it names is in `library`, and not all of that.
    func isWithin(_ library: LibraryAddress) -> Bool {
        guard library.isLibrary, keeper == library.keeper, text != library.text,
            isAlbum ? library.hasAllFiles : path.starts(with: library.path)
        else { return false }
        if isPart || path.count > library.path.count { return true }
        // The same with other words: one of both is in the other.
        let (own, theirs) = (text.utf8.count, library.text.utf8.count)
        return own == theirs ? text > library.text : own > theirs
    }
}
