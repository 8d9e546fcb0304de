import Foundation

/// Converts a thumbnail's pixels to and from PNG. For background threads; thread-safe.
public protocol ThumbnailCoding: Sendable {
    /// The middle of the picture in `data`, a complete PNG, shrunk to fill `size`; nil if the picture is broken, or on
    /// cancellation.
    func decode(_ data: Data, toFill size: PixelSize, isCancelled: () -> Bool) -> PixelBuffer?

    /// `picture` as a PNG with `labels`, and with alpha, as the standard requires; nil if it can't be encoded.
    func encode(_ picture: PixelBuffer, labels: [(key: String, text: String)]) -> Data?
}
