import PhotoCore

/// What is to be made of a picture.
enum DecodeAim {
    /// Its middle, filling a size.
    case middle(PixelSize)
    /// All of it, at the size that this makes of its own, both upright.
    case whole((PixelSize) -> PixelSize)

    /// What the loader of `format` is asked for: the size of the whole picture, from which what is wanted is cut.
    /// Orientation only matters here for which side is which.
    func decodedSize(of original: PixelSize, _ format: EncodedPicture.Format) -> PixelSize {
        switch format {
        case .jpeg:
            let needed = needed(of: original)
            // The sizes that libjpeg decodes to as cheaply as its name for them says; asked for exactly these,
            // GdkPixbuf does no scaling of its own.
            let sizes = [8, 4, 2].map { divisor in
                PixelSize(
                    width: (original.width + divisor - 1) / divisor, height: (original.height + divisor - 1) / divisor)
            }
            return sizes.first { $0.width >= needed.width && $0.height >= needed.height } ?? original
        case .svg: return drawn(of: original)
        // Its loader scales to any size, but badly: 10/255 off the mean of the area, on fine grain.
        case .webp, .png, .gif, .bmp, .tiff, .avif, .heif: return original
        }
    }

    /// How large the whole picture must be decoded at least, of which `original` is the size as it is stored. Which
    /// side is which once upright is not known yet: both ways round are covered.
    private func needed(of original: PixelSize) -> PixelSize {
        switch self {
        case .middle(let size):
            let scaled = CoverFit(of: original, filling: size).scaled
            let turned = CoverFit(of: original, filling: Self.swapped(size)).scaled
            return PixelSize(width: max(scaled.width, turned.width), height: max(scaled.height, turned.height))
        case .whole(let size):
            let upright = size(original)
            let turned = Self.swapped(size(Self.swapped(original)))
            return PixelSize(width: max(upright.width, turned.width), height: max(upright.height, turned.height))
        }
    }

    /// How large the whole picture is to be drawn, where it has no size of its own but `original` and is upright.
    private func drawn(of original: PixelSize) -> PixelSize {
        switch self {
        case .middle(let size): CoverFit(of: original, filling: size).scaled
        case .whole(let size): size(original)
        }
    }

    /// What is cut from a picture decoded at size `decoded`, `original` being its size before that: neither turned yet.
    func fit(of decoded: PixelSize, original: PixelSize, _ orientation: ExifOrientation) -> CoverFit {
        switch self {
        case .middle(let size):
            // What fills the size once turned, before it is turned. A picture decoded at a reduced size is no smaller
            // than what is wanted, or is the original.
            return CoverFit(of: decoded, filling: orientation.turned(size))
        case .whole(let size):
            let wanted = orientation.turned(size(orientation.turned(original)))
            return CoverFit(
                wholeAt: PixelSize(
                    width: min(wanted.width, decoded.width), height: min(wanted.height, decoded.height)))
        }
    }

    private static func swapped(_ size: PixelSize) -> PixelSize { PixelSize(width: size.height, height: size.width) }
}
