/// The sizes of the desktop's thumbnails (freedesktop.org's Thumbnail Managing Standard 0.9, "Directory Structure"):
/// their names, and the square in pixels that a thumbnail fits in.
public enum ThumbnailSize: Int, CaseIterable, Sendable {
    case normal = 128
    case large = 256
    case extraLarge = 512
    case extraExtraLarge = 1024

    /// Pixels per side.
    public var side: Int { rawValue }

    /// The smallest size created here: `normal` barely covers a row, and shrinking twice by little blurs twice. File
    /// managers create it, too.
    static let smallestMade = ThumbnailSize.large

    /// The size of a photo of size `original` in such a thumbnail: the whole photo, never enlarged.
    func fitting(_ original: PixelSize) -> PixelSize { Self.size(of: original, fitting: side) }

    /// The size of a photo of size `original` within a square of `side` pixels: the whole photo, never enlarged.
    package static func size(of original: PixelSize, fitting side: Int) -> PixelSize {
        let longest = max(original.width, original.height)
        guard longest > side else { return original }
        func scaled(_ length: Int) -> Int { max(1, (length * side + longest / 2) / longest) }
        return PixelSize(width: scaled(original.width), height: scaled(original.height))
    }

    /// The size at which a photo of size `original` is decoded whole, so that a row of `wanted` pixels can be cut from
    /// it and it can be stored: the smallest created size that suffices. A photo too narrow for all sizes covers
    /// `wanted`, and is not stored.
    static func whole(of original: PixelSize, covering wanted: PixelSize) -> PixelSize {
        let sizes = allCases.filter { $0.side >= smallestMade.side }.map { $0.fitting(original) }
        return sizes.first { $0.covers(wanted) || $0 == original } ?? CoverFit(of: original, filling: wanted).scaled
    }

    /// The stored size of `picture`, the smallest that it fits; nil if none.
    public init?(of picture: WholePicture) {
        let size = Self.allCases.first { $0.fitting(picture.original) == picture.pixels.size }
        guard let size else { return nil }
        self = size
    }
}

extension PixelSize {
    /// Whether it is at least as large as `other` in both directions.
    func covers(_ other: PixelSize) -> Bool { width >= other.width && height >= other.height }
}
