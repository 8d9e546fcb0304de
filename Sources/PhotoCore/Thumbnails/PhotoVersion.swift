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
}
