/// What an exported picture is to be.
public struct ExportOptions: Sendable, Equatable {
    /// What it is encoded as.
    public enum Format: String, Sendable, CaseIterable {
        case jpeg, png, webp

        /// What people call it.
        public var displayName: String {
            switch self {
            case .jpeg: "JPEG"
            case .png: "PNG"
            case .webp: "WebP"
            }
        }

        /// What names of such files end in.
        var pathExtension: String {
            switch self {
            case .jpeg: "jpg"
            case .png: "png"
            case .webp: "webp"
            }
        }

        /// Whether it gives up some of a picture to be smaller, by a quality.
        public var hasQuality: Bool { self != .png }

        /// Whether pixels can be transparent.
        var hasAlpha: Bool { self != .jpeg }

        /// The longest side that its files can state: ISO/IEC 10918-1, B.2.2 (but libjpeg's JPEG_MAX_DIMENSION is
        /// less); the PNG specification's 2^31 - 1 is beyond any picture; RFC 9649, 2.5 for what is lossy.
        var mostPixels: Int {
            switch self {
            case .jpeg: 65_500
            case .png: 2_147_483_647
            case .webp: 16_383
            }
        }
    }

    /// What it is encoded as.
    var format: Format
    /// 1 to 100, for formats that have it.
    public var quality: Int { didSet { quality = Self.held(quality, Self.qualities) } }
    /// The longer side in pixels, at most; nil for as many as the photo has. Nothing is ever enlarged.
    public var longestSide: Int? { didSet { longestSide = longestSide.map { Self.held($0, Self.sides) } } }
    /// Whether it says what the camera, and programs that edited it, wrote into the photo.
    var keepsMetadata: Bool
    /// Whether it is filtered as it is seen.
    var isFiltered: Bool

    /// Qualities there are.
    public static let qualities = 1...100
    /// What cameras and photo sites commonly use for what is to be looked at closely.
    public static let defaultQuality = 90
    /// Lengths of a longer side that can be asked for.
    public static let sides = 16...65_500
    /// As wide as the screens that most photos are sent to.
    public static let defaultSide = 1920

    /// Options; numbers outside of what there is count as the nearest there is.
    public init(
        format: Format = .jpeg, quality: Int = ExportOptions.defaultQuality, longestSide: Int? = nil,
        keepsMetadata: Bool = true, isFiltered: Bool = true
    ) {
        self.format = format
        self.quality = Self.held(quality, Self.qualities)
        self.longestSide = longestSide.map { Self.held($0, Self.sides) }
        self.keepsMetadata = keepsMetadata
        self.isFiltered = isFiltered
    }

    /// The size that a picture of `size` is exported at, of the same shape.
    func size(of size: PixelSize) -> PixelSize {
        guard let longestSide, max(size.width, size.height) > longestSide else { return size }
        let scale = Double(longestSide) / Double(max(size.width, size.height))
        func scaled(_ side: Int) -> Int { max(1, Int((Double(side) * scale).rounded())) }
        return PixelSize(width: scaled(size.width), height: scaled(size.height))
    }

    private static func held(_ number: Int, _ range: ClosedRange<Int>) -> Int {
        min(max(number, range.lowerBound), range.upperBound)
    }
}
