import Foundation

/// Turns encoded bytes into pixels at the size they are shown. A pure function, safe on any thread but the main one,
/// which it would block.
public protocol PictureDecoding: Sendable {
    /// The upright middle of the picture in `data`, shrunk to fill `size`.
    ///
    /// The picture is turned as its EXIF orientation says, scaled down until it just covers `size`, and cropped around
    /// its centre to `size`. It is never scaled up: one that cannot cover `size` gives the largest smaller picture of
    /// the same shape (to the pixel, and at least 1 × 1). Of an animation it is the first frame. Colours are converted
    /// from the picture's own ICC profile, if it has a sound one, to sRGB. Of one that is cut short it is what there
    /// is, the rest transparent, black or grey, unless nothing is (``EncodedPicture/isEndMissing`` tells).
    ///
    /// `isCancelled` is asked between pieces of work; a yes is heeded with `DecodeFailure.cancelled`. Whatever the
    /// bytes are, the only outcomes are a picture and a failure.
    func decode(
        _ data: Data, toFill size: PixelSize, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> PixelBuffer

    /// All of the picture in `data`, upright and in sRGB, shrunk to the size that `size` makes of its own upright one:
    /// that one, or a smaller one of the same shape.
    ///
    /// `size` may be asked several times, from another thread too, at first for a size that is not yet turned upright.
    /// In all else as ``decode(_:toFill:isCancelled:)``.
    func decodeWhole(
        _ data: Data, at size: @escaping @Sendable (PixelSize) -> PixelSize, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> WholePicture
}
