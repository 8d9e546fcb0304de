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

/// One state of a photo's file: another modification date is another picture.
public struct PhotoVersion: Sendable, Hashable {
    /// Where it is.
    public let url: URL
    /// When it was changed last, in whole seconds since 1970: all that the desktop's thumbnails compare.
    public let modified: Int
    /// How long it is in bytes, where that is known.
    public let byteCount: Int?

    /// The photo at `url` as it was left at `modified`.
    public init(url: URL, modified: Int, byteCount: Int? = nil) {
        self.url = url
        self.modified = modified
        self.byteCount = byteCount
    }

    /// A photo that was changed so few seconds ago can change again without a change of the whole second that
    /// thumbnails are compared by.
    private static let settledAfterSeconds: UInt = 2

    /// Whether a file that was changed at `modified` is a version of its own at `now`; both in whole seconds since
    /// 1970, of any value: a file system says what it likes.
    public static func isSettled(modified: Int, at now: Int) -> Bool {
        let (distance, isBeyondAll) = now.subtractingReportingOverflow(modified)
        return isBeyondAll || distance.magnitude >= settledAfterSeconds
    }
}
