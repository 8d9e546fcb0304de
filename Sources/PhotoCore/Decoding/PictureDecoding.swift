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

/// All of a photo, upright and in sRGB, at a smaller size: what rows of several sizes can be cut from.
public struct WholePicture: Sendable, Equatable {
    /// Nothing is cut off.
    public let pixels: PixelBuffer
    /// The photo's own size once upright.
    public let original: PixelSize
    /// What it was encoded as.
    public let format: EncodedPicture.Format

    /// `pixels`, made of a photo of size `original`.
    public init(_ pixels: PixelBuffer, of original: PixelSize, format: EncodedPicture.Format) {
        self.pixels = pixels
        self.original = original
        self.format = format
    }

    /// Its middle, shrunk to fill `size`, as ``PictureDecoding/decode(_:toFill:isCancelled:)`` would make it of this
    /// picture; nil when `isCancelled` said so.
    func middle(filling size: PixelSize, isCancelled: () -> Bool) -> PixelBuffer? {
        pixels.bytes.withUnsafeBytes { bytes in
            AreaScaler.Source(bytes: bytes, size: pixels.size, bytesPerRow: pixels.bytesPerRow, channels: 4)
                .flatMap {
                    AreaScaler.shrink($0, to: CoverFit(of: pixels.size, filling: size), isCancelled: isCancelled)
                }
        }
    }
}

extension PictureDecoding {
    /// The photo whose bytes were fetched for `size`, whether these are all of them or just enough; otherwise as
    /// ``decode(_:toFill:isCancelled:)``.
    func decode(
        _ fetched: FetchedData, toFill size: PixelSize, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> PixelBuffer {
        guard case .thumbnail(let whole, let content) = fetched.extent, content != whole else {
            return try decode(fetched.data, toFill: size, isCancelled: isCancelled)
        }
        // Without its bars.
        let picture = try decode(fetched.data, toFill: whole, isCancelled: isCancelled).middle(content)
        let shrunk = picture.bytes.withUnsafeBytes { bytes in
            AreaScaler.Source(bytes: bytes, size: picture.size, bytesPerRow: picture.bytesPerRow, channels: 4)
                .flatMap {
                    AreaScaler.shrink($0, to: CoverFit(of: picture.size, filling: size), isCancelled: isCancelled)
                }
        }
        guard let shrunk else { throw .cancelled }
        return shrunk
    }
}
