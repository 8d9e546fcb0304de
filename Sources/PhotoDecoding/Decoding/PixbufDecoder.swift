import Foundation
import PhotoCore

/// Decodes with the desktop's GdkPixbuf loaders, one for each `EncodedPicture.Format`, if installed; SVG with librsvg.
///
/// JPEGs are decoded at 1/2, 1/4 or 1/8 of their size if that still covers the wanted size, at 1/8 by `JPEGEighth` if
/// possible; SVG at the scaled size; the rest in full. Colours are converted to sRGB (see `ColorConversion`). May be
/// used from any number of threads; blocks the calling one.
public struct PixbufDecoder: PictureDecoding {
    /// The limits of one picture's cost.
    public struct Limits: Sendable {
        /// Pixels of the original. The largest medium format cameras have 150 megapixels.
        package var pixels = 151_000_000
        /// Processor time of the decoding thread. A 150-megapixel JPEG takes about 3 s; decompression bombs, minutes.
        var processorTime: Duration = .seconds(10)

        /// The program's limits.
        public init() {}
    }

    private let limits: Limits

    /// A decoder with these limits.
    public init(limits: Limits = Limits()) { self.limits = limits }

    /// See ``PictureDecoding/decode(_:toFill:isCancelled:)``.
    public func decode(
        _ data: Data, toFill size: PixelSize, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> PixelBuffer {
        try DecodeJob.decode(data, to: DecodeAim.middle(size), limits, isCancelled: isCancelled).pixels
    }

    /// See ``PictureDecoding/decodeWhole(_:at:isCancelled:)``.
    public func decodeWhole(
        _ data: Data, at size: @escaping @Sendable (PixelSize) -> PixelSize, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> WholePicture {
        let picture = try DecodeJob.decode(data, to: DecodeAim.whole(size), limits, isCancelled: isCancelled)
        return WholePicture(picture.pixels, of: picture.original, format: picture.format)
    }
}
