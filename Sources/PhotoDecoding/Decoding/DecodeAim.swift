import PhotoCore

/// The result wanted of a picture.
enum DecodeAim {
    /// Its middle, filling a size.
    case middle(PixelSize)
    /// The whole picture, at the size that this returns for its own, both upright.
    case whole((PixelSize) -> PixelSize)

    /// The size requested from the loader of `format` for the whole picture, from which the result is cut. Orientation
    /// only decides which side is which.
    func decodedSize(of original: PixelSize, _ format: EncodedPicture.Format) -> PixelSize {
        switch format {
        case .jpeg:
            let needed = needed(of: original)
            // The sizes that libjpeg decodes to cheaply; for exactly these, GdkPixbuf does no scaling of its own.
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

    /// The minimum decoded size of the whole picture, given the stored size `original`. The orientation is unknown yet:
    /// covers both.
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

    /// The drawing size of the whole picture, if it is a drawing of size `original`, and upright. A small drawing is as
    /// sharp as a large one.
    private func drawn(of original: PixelSize) -> PixelSize {
        let wanted =
            switch self {
            case .middle(let size): Self.filling(size, original)
            case .whole(let size): size(original)
            }
        let pixels = Double(max(1, wanted.width)) * Double(max(1, wanted.height))
        let shrinking = min(
            Double(Drawing.longestSide) / Double(max(1, wanted.width, wanted.height)),
            (Double(DecodeNeed.mostDrawnPixels.row) / pixels).squareRoot())
        guard shrinking < 1 else { return wanted }
        return PixelSize(
            width: max(1, Int(Double(wanted.width) * shrinking)), height: max(1, Int(Double(wanted.height) * shrinking))
        )
    }

    /// The size at which a drawing fills `size`.
    private static func filling(_ size: PixelSize, _ original: PixelSize) -> PixelSize {
        let (width, height) = (Double(max(1, original.width)), Double(max(1, original.height)))
        let factor = max(Double(size.width) / width, Double(size.height) / height)
        return PixelSize(
            width: max(size.width, Int((width * factor).rounded())),
            height: max(size.height, Int((height * factor).rounded())))
    }

    /// The part to cut from a picture decoded at size `decoded`, with `original` as its full size: both before
    /// rotation.
    func fit(of decoded: PixelSize, original: PixelSize, _ orientation: ExifOrientation) -> CoverFit {
        switch self {
        case .middle(let size):
            // The part that fills the size after rotation. A picture decoded at reduced size is at least as large as
            // wanted, or the original.
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
