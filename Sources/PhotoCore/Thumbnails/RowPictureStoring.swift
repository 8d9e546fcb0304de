import Foundation

/// Stores small pictures of photos between starts, and failures to decode. Errors act like a missing store. From any
/// number of threads; a look-up blocks about as long as reading a small file.
public protocol RowPictureStoring: Sendable {
    /// The current version of a file; nil if it is no file, or must not be stored. Determine it before reading the file
    /// for a stored picture: a later change then outdates the picture.
    func version(of url: URL) -> PhotoVersion?

    /// The upright middle of the photo, shrunk to fill `size`, as ``WholePicture/middle(filling:isCancelled:)`` would
    /// return it, if a large enough picture of exactly this version is stored.
    func picture(of version: PhotoVersion, toFill size: PixelSize, isCancelled: () -> Bool) -> PixelBuffer?

    /// Why this version could not be decoded, if stored.
    func failure(of version: PhotoVersion) -> DecodeFailure?

    /// Stores a picture of the photo if it has a size of ``ThumbnailSize``, and removes its failure.
    func keep(_ picture: WholePicture, of version: PhotoVersion)

    /// Stores that this version cannot be decoded, if only its bytes are at fault.
    func keep(_ failure: DecodeFailure, of version: PhotoVersion)

    /// Removes the photo's failure, of any version.
    func forgetFailure(of version: PhotoVersion)
}

/// A version of a photo's file: another modification date means another picture.
public struct PhotoVersion: Sendable, Hashable {
    /// Its URL.
    public let url: URL
    /// The last change in whole seconds since 1970: all that the desktop's thumbnails compare.
    public let modified: Int
    /// Its length in bytes, if known.
    public let byteCount: Int?

    /// The photo at `url` as of `modified`.
    public init(url: URL, modified: Int, byteCount: Int? = nil) {
        self.url = url
        self.modified = modified
        self.byteCount = byteCount
    }

    /// A file changed this recently can change again within the same second, which thumbnails cannot distinguish.
    private static let settledAfterSeconds: UInt = 2

    /// Whether a file changed at `modified` is a settled version at `now`; both in whole seconds since 1970. File
    /// systems may return any value.
    public static func isSettled(modified: Int, at now: Int) -> Bool {
        let (distance, isBeyondAll) = now.subtractingReportingOverflow(modified)
        return isBeyondAll || distance.magnitude >= settledAfterSeconds
    }
}
