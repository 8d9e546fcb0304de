/// The properties of an exported picture.
public struct ExportOptions: Sendable, Equatable {
    /// Its format.
    public enum Format: String, Sendable, CaseIterable {
        case jpeg, png, webp

        /// Its common name.
        public var displayName: String {
            switch self {
            case .jpeg: "JPEG"
            case .png: "PNG"
            case .webp: "WebP"
            }
        }

        var pathExtension: String { self == .jpeg ? "jpg" : rawValue }

        /// Whether it is lossy, with a quality.
        public var hasQuality: Bool { self != .png }

        var hasAlpha: Bool { self != .jpeg }

        /// The longest side that its files can state: ISO/IEC 10918-1, B.2.2 (libjpeg's JPEG_MAX_DIMENSION is less);
        /// the PNG specification's 2^31 - 1 exceeds any picture; RFC 9649, 2.5 for lossy WebP.
        var mostPixels: Int {
            switch self {
            case .jpeg: 65_500
            case .png: 2_147_483_647
            case .webp: 16_383
            }
        }
    }

    var format: Format
    /// 1 to 100, for lossy formats.
    public var quality: Int { didSet { quality = Self.held(quality, Self.qualities) } }
    /// The maximum of the longer side in pixels; nil for the photo's own. Nothing is ever enlarged.
    public var longestSide: Int? { didSet { longestSide = longestSide.map { Self.held($0, Self.sides) } } }
    /// Whether it keeps the metadata from the camera and from editors.
    var keepsMetadata: Bool
    var isFiltered: Bool

    /// The valid qualities.
    public static let qualities = 1...100
    /// Common for cameras and photo sites.
    public static let defaultQuality = 90
    /// The valid lengths of the longer side.
    public static let sides = 16...65_500
    /// The width of most screens that photos are sent to.
    public static let defaultSide = 1920

    /// Options; numbers are clamped to the valid range.
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

    /// The exported size of a picture of `size`, with the same shape.
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
