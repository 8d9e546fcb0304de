import Foundation

/// What a decoder process has loaded before it was confined: it can't load anything later. Most never need what the
/// rarer formats take, so these have processes of their own, which start when they are wanted.
public enum WorkerKind: UInt8, Sendable, CaseIterable {
    /// JPEG, PNG, GIF, WebP, BMP, TIFF.
    case photos
    /// HEIF and AVIF: video codecs, which start threads.
    case films
    /// SVG.
    case drawings
    /// What cameras write, read and written: no pixels.
    case metadata
    /// Encoders of exports, of which one has threads.
    case writers

    /// The kind that decodes `format`.
    public init(_ format: EncodedPicture.Format) {
        switch format {
        case .jpeg, .png, .gif, .webp, .bmp, .tiff: self = .photos
        case .avif, .heif: self = .films
        case .svg: self = .drawings
        }
    }

    /// The formats that it decodes.
    public var formats: [EncodedPicture.Format] { EncodedPicture.Format.allCases.filter { WorkerKind($0) == self } }

    /// The one of which a process is always prepared.
    public static let common = WorkerKind.photos

    /// What leads fontconfig to a person's fonts: variables that a process for drawings gets to see while it starts.
    public static let fontVariables = [
        "HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "FONTCONFIG_FILE", "FONTCONFIG_PATH",
    ]

    /// The word by which a process is started as this kind.
    public var word: String {
        switch self {
        case .photos: "photos"
        case .films: "films"
        case .drawings: "drawings"
        case .metadata: "metadata"
        case .writers: "writers"
        }
    }
}
