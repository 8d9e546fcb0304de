import Foundation

/// Keeps small pictures of photos from one start to another, and which photos are none. What goes wrong is as if there
/// were no store. From any number of threads at once; what looks blocks for about as long as a small file takes.
public protocol RowPictureStoring: Sendable {
    /// The version of a file that is there now; nil for what is no file, and for what is not to be kept. Taken before
    /// the file is read for a picture that is to be kept: what is written to it meanwhile then makes the picture an old
    /// one.
    func version(of url: URL) -> PhotoVersion?

    /// The upright middle of the photo, shrunk to fill `size`, as ``WholePicture/middle(filling:isCancelled:)`` would
    /// make it, if a picture is kept of exactly this version that is large enough for that.
    func picture(of version: PhotoVersion, toFill size: PixelSize, isCancelled: () -> Bool) -> PixelBuffer?

    /// Why this version could not be decoded, if that is kept.
    func failure(of version: PhotoVersion) -> DecodeFailure?

    /// Keeps a picture of the photo, if it is of one of the sizes of ``ThumbnailSize``; and forgets that it failed.
    func keep(_ picture: WholePicture, of version: PhotoVersion)

    /// Keeps in mind that this version cannot be decoded, if that lies in its bytes alone.
    func keep(_ failure: DecodeFailure, of version: PhotoVersion)

    /// Forgets that the photo failed, in this version or another.
    func forgetFailure(of version: PhotoVersion)
}
