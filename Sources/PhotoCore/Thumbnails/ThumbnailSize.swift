/// The sizes that the desktop's thumbnails come in (freedesktop.org's Thumbnail Managing Standard 0.9, "Directory
/// Structure"): what each is called there, and the square, in pixels a side, that a thumbnail of it fits.
public enum ThumbnailSize: Int, CaseIterable, Sendable {
    case normal = 128
    case large = 256
    case extraLarge = 512
    case extraExtraLarge = 1024

    /// Pixels a side.
    public var side: Int { rawValue }

    /// The smallest in which pictures are made here: `normal` covers a row only just, and what is shrunk twice by
    /// little is blurred twice. It is what file managers make, too.
    static let smallestMade = ThumbnailSize.large

    /// The size of a photo of size `original` in a thumbnail of this size: the whole of it, never enlarged.
    func fitting(_ original: PixelSize) -> PixelSize {
        let longest = max(original.width, original.height)
        guard longest > side else { return original }
        func scaled(_ length: Int) -> Int { max(1, (length * side + longest / 2) / longest) }
        return PixelSize(width: scaled(original.width), height: scaled(original.height))
    }

    /// At what size a photo of size `original` is decoded whole, so that a row of `wanted` pixels can be cut from it
    /// and it can be kept: the smallest of these sizes that is made here and suffices. A photo too narrow for any of
    /// them covers what is wanted, and is not kept.
    static func whole(of original: PixelSize, covering wanted: PixelSize) -> PixelSize {
        let sizes = allCases.filter { $0.side >= smallestMade.side }.map { $0.fitting(original) }
        return sizes.first { $0.covers(wanted) || $0 == original } ?? CoverFit(of: original, filling: wanted).scaled
    }

    /// The size that `picture` is kept in, the smallest that it fits; nil where it is none of these.
    public init?(of picture: WholePicture) {
        let size = Self.allCases.first { $0.fitting(picture.original) == picture.pixels.size }
        guard let size else { return nil }
        self = size
    }
}

extension PixelSize {
    /// Whether nothing of `other` is beyond it.
    func covers(_ other: PixelSize) -> Bool { width >= other.width && height >= other.height }
}
