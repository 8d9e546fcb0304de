import Foundation
import PhotoCore

/// Decodes with the desktop's GdkPixbuf loaders, one for each of `EncodedPicture.Format`, as far as they are installed.
///
/// JPEGs are decoded at 1/2, 1/4 or 1/8 of their size where that still covers what is wanted, at 1/8 by `JPEGEighth` if
/// it can; SVG at the scaled size; the rest in full. Colours are converted to sRGB (see `ColorConversion`). May be used
/// from any number of threads at once; blocks the one it is called on.
public struct PixbufDecoder: PictureDecoding {
    /// What one picture may cost.
    public struct Limits: Sendable {
        /// Pixels of the original. The largest medium format cameras give 150 megapixels.
        package var pixels = 151_000_000
        /// Processor time of the decoding thread. A 150 megapixel JPEG takes about 3 s here; the bombs, minutes.
        var processorTime: Duration = .seconds(10)

        /// The limits of the program.
        public init() {}
    }

    private let limits: Limits

    /// A decoder that gives up beyond `limits`.
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
