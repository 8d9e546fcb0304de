import Foundation

/// What there is of a photo to show it from.
public struct PhotoContent: Sendable {
    /// Its levels of detail.
    public var layers: [Int: PhotoLayer]
    /// The row's picture, upright: the photo's middle.
    public var row: PhotoPlane?
    /// The photo's upright size in pixels, where that is known; else only its shape counts.
    public var size: PixelSize?

    /// What there is of these.
    public init(layers: [Int: PhotoLayer] = [:], row: PhotoPlane? = nil, size: PixelSize? = nil) {
        self.layers = layers
        self.row = row
        self.size = size
    }

    /// Whether nothing is known of the photo, not even how large it is.
    public var isEmpty: Bool { layers.isEmpty && row == nil && size == nil }

    /// The upright size at which the photo is shown. Where the true one is not known, the shape of the row's picture,
    /// so large that it fills the view.
    public var shownSize: CGSize {
        if let size { return CGSize(width: size.width, height: size.height).sensible }
        let shape = row?.size ?? PixelSize(width: 3, height: 2)
        return CGSize(width: shape.width * 1000, height: shape.height * 1000)
    }

    /// The best there is for `scale`, in device pixels a photo pixel: the coarsest level that is not enlarged, or else
    /// the finest. The row's picture lies below where that is not all of the photo.
    public func layers(for scale: Double) -> [PhotoLayer] {
        let needed = PhotoDetail.level(for: scale)
        let fine = layers.keys.filter { $0 <= needed }.max()
        let best = (fine ?? layers.keys.min()).flatMap { layers[$0] }
        if let best, best.covers(shownSize) { return [best] }
        return [row.map { PhotoLayer(row: $0, of: shownSize) }, best].compactMap(\.self)
    }

    /// Whether `shown`, some of its layers, leave nothing of the photo out, as far as is known.
    public func isCovered(by shown: [PhotoLayer]) -> Bool { shown.first?.covers(shownSize) ?? (size == nil) }

    /// Whether `shown` are as sharp as `scale` asks for, or as there is.
    public func isSharp(_ shown: [PhotoLayer], at scale: Double) -> Bool {
        guard shown.count == 1, let best = shown.last, !layers.isEmpty else { return false }
        return best.density >= scale * 0.999 || layers[0] != nil
    }
}
