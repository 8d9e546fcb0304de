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
