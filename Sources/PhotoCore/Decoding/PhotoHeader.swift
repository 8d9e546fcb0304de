import Foundation

/// What a photo's first bytes reveal.
public enum PhotoHeader {
    /// More than 31 bits exceed any picture (and PNG's limit); their product still fits.
    private static let sides = 1...(1 << 31 - 1)

    /// The upright size in pixels; nil if the bytes do not state it. Takes microseconds: nothing is decoded.
    public static func uprightSize(of data: Data) -> PixelSize? {
        let stored = data.withUnsafeBytes { size(ByteReader($0)) }
        let metadata = PictureMetadata(data)
        guard let size = stored ?? metadata.statedSize, sides.contains(size.width), sides.contains(size.height)
        else { return nil }
        return (metadata.orientation ?? .topLeft).turned(size)
    }

    private static func size(_ bytes: ByteReader) -> PixelSize? {
        func make(_ width: Int?, _ height: Int?) -> PixelSize? {
            guard let width, let height else { return nil }
            return PixelSize(width: width, height: height)
        }
        switch EncodedPicture.Format(sniffing: bytes) {
        case .jpeg: return JPEGFrameHeader.first(in: bytes, range: 0..<bytes.count)?.size
        // PNG specification, third edition, 11.2.2.
        case .png: return make(bytes.big32(16), bytes.big32(20))
        // GIF89a, 18.
        case .gif: return make(bytes.little16(6), bytes.little16(8))
        case .webp: return webPSize(bytes)
        // BITMAPINFOHEADER; rows from the top have a negative height.
        case .bmp:
            return make(bytes.little32(18), bytes.little32(22).map { Int(Int32(truncatingIfNeeded: $0).magnitude) })
        case .tiff, .avif, .heif, .svg, nil: return nil
        }
    }

    /// RFC 9649, 2.5 to 2.7: the frame's header, or that of the extended format.
    private static func webPSize(_ bytes: ByteReader) -> PixelSize? {
        if bytes.has("VP8X", at: 12), let low = bytes.little16(24), let high = bytes[26], let low2 = bytes.little16(27),
            let high2 = bytes[29]
        {
            return PixelSize(width: (low | high << 16) + 1, height: (low2 | high2 << 16) + 1)
        }
        if bytes.has("VP8L", at: 12), bytes[20] == 0x2F, let bits = bytes.little32(21) {
            return PixelSize(width: (bits & 0x3FFF) + 1, height: (bits >> 14 & 0x3FFF) + 1)
        }
        if bytes.has("VP8 ", at: 12), bytes.has([0x9D, 0x01, 0x2A], at: 23), let width = bytes.little16(26),
            let height = bytes.little16(28)
        {
            return PixelSize(width: width & 0x3FFF, height: height & 0x3FFF)
        }
        return nil
    }
}
