import Foundation

/// Decodes bytes to pixels at the size shown. A pure function, safe on any thread; it would block the main one.
public protocol PictureDecoding: Sendable {
    /// The upright middle of the picture in `data`, shrunk to fill `size`.
    ///
    /// Turns the picture according to its EXIF orientation, scales it down to just cover `size`, and crops it around
    /// its centre. Never scales up: a picture that cannot cover `size` gives the largest smaller one of the same shape
    /// (to the pixel, and at least 1 × 1). Decodes the first frame of an animation. Converts colours from a valid
    /// embedded ICC profile to sRGB. Decodes what there is of a picture that is cut short, the rest transparent, black
    /// or grey, unless there is nothing (see ``EncodedPicture/isEndMissing``).
    ///
    /// Calls `isCancelled` between pieces of work, and throws `DecodeFailure.cancelled` if it returns true. Any bytes
    /// result in a picture or a failure.
    func decode(_ data: Data, toFill size: PixelSize, isCancelled: () -> Bool) throws(DecodeFailure) -> PixelBuffer

    /// The whole picture in `data`, upright and in sRGB, shrunk to the size that `size` returns for its upright size:
    /// the same or a smaller one of the same shape.
    ///
    /// May call `size` several times, also on another thread, and first with a size that is not yet upright. Otherwise
    /// like ``decode(_:toFill:isCancelled:)``.
    func decodeWhole(
        _ data: Data, at size: @escaping @Sendable (PixelSize) -> PixelSize, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> WholePicture
}

/// The whole photo, upright and in sRGB, at a smaller size: rows of several sizes can be cut from it.
public struct WholePicture: Sendable, Equatable {
    /// The uncropped picture.
    public let pixels: PixelBuffer
    /// The photo's own upright size.
    public let original: PixelSize
    /// The format it was encoded in.
    public let format: EncodedPicture.Format

    /// `pixels`, made from a photo of size `original`.
    public init(_ pixels: PixelBuffer, of original: PixelSize, format: EncodedPicture.Format) {
        self.pixels = pixels
        self.original = original
        self.format = format
    }

    /// Its middle, shrunk to fill `size`, as ``PictureDecoding/decode(_:toFill:isCancelled:)`` would return it for this
    /// picture; nil if cancelled.
    func middle(filling size: PixelSize, isCancelled: () -> Bool) -> PixelBuffer? {
        pixels.middle(filling: size, isCancelled: isCancelled)
    }
}

extension PixelBuffer {
    /// Its middle, shrunk to fill `size`, or less if it is smaller; nil if cancelled.
    package func middle(filling size: PixelSize, isCancelled: () -> Bool = { false }) -> PixelBuffer? {
        bytes.withUnsafeBytes { bytes in
            AreaScaler.Source(bytes: bytes, size: self.size, bytesPerRow: bytesPerRow, channels: 4)
                .flatMap {
                    AreaScaler.shrink($0, to: CoverFit(of: self.size, filling: size), isCancelled: isCancelled)
                }
        }
    }
}

extension PictureDecoding {
    /// The photo whose bytes were fetched for `size`, complete or just enough; otherwise like
    /// ``decode(_:toFill:isCancelled:)``.
    func decode(
        _ fetched: FetchedData, toFill size: PixelSize, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> PixelBuffer {
        guard case .thumbnail(let whole, let content) = fetched.extent, content != whole else {
            return try decode(fetched.data, toFill: size, isCancelled: isCancelled)
        }
        // Without its black bars.
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
