import Foundation

/// One state of a photo's original: another modification date is another picture.
public struct PhotoVersion: Sendable, Hashable {
    /// Where it is.
    public let url: URL
    /// When it was changed last, in whole seconds since 1970: a file's modification time, HTTP's Last-Modified.
    public let modified: Int
    /// How long it is in bytes, where that is known.
    public let byteCount: Int?

    /// The photo at `url` as it was left at `modified`.
    public init(url: URL, modified: Int, byteCount: Int? = nil) {
        self.url = url
        self.modified = modified
        self.byteCount = byteCount
    }
}

/// Keeps small pictures of photos from one start to another. Every call blocks for about as long as a small file takes,
/// so it is made on a worker; from any number of them at once. What goes wrong is as if there were no store.
public protocol RowPictureStoring: Sendable {
    /// The version of a file that is there now; nil for what is no file, and for what is not to be kept. Taken before the
    /// file is read for a picture that is to be stored: what is written to it meanwhile then makes the picture an old one.
    func version(of url: URL) -> PhotoVersion?

    /// The upright middle of the photo, shrunk to fill `size`, as ``PictureDecoding`` would make it of the original, if a
    /// picture is kept of exactly this version that is large enough for that.
    func picture(of version: PhotoVersion, toFill size: PixelSize, isCancelled: () -> Bool) -> PixelBuffer?

    /// Keeps a picture of the photo: `whole` is upright and unfiltered, nothing of it is cut off, and it is at least 256
    /// pixels long, or as large as the original, whose upright size is `original` (nil where that is not known).
    func store(_ whole: PixelBuffer, of version: PhotoVersion, original: PixelSize?)

    /// Whether this version is known to be no picture that can be decoded.
    func hasFailed(_ version: PhotoVersion) -> Bool

    /// Keeps in mind that this version cannot be decoded: for reasons that lie in its bytes alone.
    func noteFailure(of version: PhotoVersion)
}
