import Foundation

/// What a worker loads before it is confined: it can load nothing later. Rare formats have workers of their own, which
/// start on demand, because most workers never need those libraries.
public enum WorkerKind: UInt8, Sendable, CaseIterable {
    /// JPEG, PNG, GIF, WebP, BMP, TIFF.
    case photos
    /// HEIF and AVIF: video codecs, which start threads.
    case films
    /// SVG.
    case drawings
    /// Reads and writes what cameras write, but no pixels.
    case metadata
    /// Encoders of exports, one of which starts threads.
    case writers
    /// Reads archives, and no pictures.
    case archives

    /// The kind that decodes `format`.
    public init(_ format: EncodedPicture.Format) {
        switch format {
        case .jpeg, .png, .gif, .webp, .bmp, .tiff: self = .photos
        case .avif, .heif: self = .films
        case .svg: self = .drawings
        }
    }

    /// The formats that this kind decodes.
    public var formats: [EncodedPicture.Format] { EncodedPicture.Format.allCases.filter { WorkerKind($0) == self } }

    /// The kind of which one worker is always prepared.
    public static let common = WorkerKind.photos

    /// Variables that lead fontconfig to a person's fonts. A worker for drawings has them while it starts.
    public static let fontVariables = [
        "HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "FONTCONFIG_FILE", "FONTCONFIG_PATH",
    ]

    /// The variable that names the person's time zone: some archives have local times.
    public static let zoneVariable = "TZ"

    /// The word on the command line that starts a worker of this kind.
    public var word: String {
        switch self {
        case .photos: "photos"
        case .films: "films"
        case .drawings: "drawings"
        case .metadata: "metadata"
        case .writers: "writers"
        case .archives: "archives"
        }
    }
}
