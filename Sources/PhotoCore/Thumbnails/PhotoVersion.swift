import Foundation

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
