extension EncodedPicture.Format {
    /// What people call it.
    var name: String {
        switch self {
        case .webp: "WebP"
        case .jpeg, .png, .gif, .bmp, .tiff, .avif, .heif, .svg: rawValue.uppercased()
        }
    }

    /// Its media type (IANA's registry).
    public var mediaType: String {
        switch self {
        case .svg: "image/svg+xml"
        case .jpeg, .png, .gif, .webp, .bmp, .tiff, .avif, .heif: "image/\(rawValue)"
        }
    }
}
