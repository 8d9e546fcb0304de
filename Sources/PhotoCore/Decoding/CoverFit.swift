/// Where the pixels of a picture come from that fills a given size: what part of the original, at what scale.
public struct CoverFit: Sendable, Equatable {
    /// The size of the result, at most the one asked for, at least 1 × 1.
    let size: PixelSize
    /// The size of the whole original when it is scaled for `size`; no larger than the original.
    public let scaled: PixelSize

    /// How `original` fills `wanted`; a side below 1 counts as 1, and one above 2^31 as that.
    public init(of original: PixelSize, filling wanted: PixelSize) {
        let original = original.sensible
        let wanted = wanted.sensible
        // Below 1 the original covers what is wanted, and is scaled by it.
        let scale = max(
            Double(wanted.width) / Double(original.width), Double(wanted.height) / Double(original.height))
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

    /// All of an original, scaled to `size`.
    public init(wholeAt size: PixelSize) {
        self.size = size.sensible
        scaled = size.sensible
    }

    /// The part of a picture, the original at whatever size it was decoded, that becomes the result: its left and top
    /// edge and its size, in that picture's pixels. The edges are whole, so that unscaled pixels stay as they are.
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
    /// With sides of 1 where they were less, and of 2^31 where they were more, which no picture has.
    fileprivate var sensible: PixelSize {
        PixelSize(width: min(max(1, width), 1 << 31), height: min(max(1, height), 1 << 31))
    }
}
