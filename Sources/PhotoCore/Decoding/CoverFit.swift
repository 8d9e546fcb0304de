/// Which part of an original fills a given size, and at what scale.
public struct CoverFit: Sendable, Equatable {
    /// The size of the result: at most the requested one, at least 1 × 1.
    let size: PixelSize
    /// The size of the whole original scaled for `size`; never larger than the original.
    public let scaled: PixelSize

    /// How `original` fills `wanted`. Sides are clamped to 1...2^31.
    public init(of original: PixelSize, filling wanted: PixelSize) {
        let original = original.sensible
        let wanted = wanted.sensible
        // Below 1 the original covers the wanted size, and is scaled down.
        let scale = max(Double(wanted.width) / Double(original.width), Double(wanted.height) / Double(original.height))
        if scale <= 1 {
            size = wanted
            scaled = PixelSize(
                width: max(wanted.width, Int((Double(original.width) * scale).rounded())),
                height: max(wanted.height, Int((Double(original.height) * scale).rounded())))
        } else {
            size = PixelSize(
                width: min(original.width, max(1, Int((Double(wanted.width) / scale).rounded()))),
                height: min(original.height, max(1, Int((Double(wanted.height) / scale).rounded()))))
            scaled = original
        }
    }

    /// The whole original, scaled to `size`.
    public init(wholeAt size: PixelSize) {
        self.size = size.sensible
        scaled = size.sensible
    }

    /// The part of a decoded picture, at any size, that becomes the result: its left and top edge and its size, in that
    /// picture's pixels. The edges are integers, so unscaled pixels stay unchanged.
    func source(in decoded: PixelSize) -> (x: Int, y: Int, width: Double, height: Double) {
        let width = Double(size.width) * Double(decoded.width) / Double(scaled.width)
        let height = Double(size.height) * Double(decoded.height) / Double(scaled.height)
        return (
            x: max(0, Int((Double(decoded.width) - width) / 2)), y: max(0, Int((Double(decoded.height) - height) / 2)),
            width: width, height: height
        )
    }
}

extension PixelSize {
    /// Sides clamped to 1...2^31; no picture is larger.
    fileprivate var sensible: PixelSize {
        PixelSize(width: min(max(1, width), 1 << 31), height: min(max(1, height), 1 << 31))
    }
}
