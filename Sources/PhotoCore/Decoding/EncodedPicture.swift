import Foundation

/// What the bytes of an encoded picture reveal without decoding. The bytes are untrusted: nothing outside of them is
/// read, and the time is linear in their number.
public struct EncodedPicture: Sendable {
    /// The formats that may reach a decoder.
    public enum Format: String, Sendable, CaseIterable {
        case jpeg, png, gif, webp, bmp, tiff, avif, heif, svg
    }

    /// The format according to the first bytes; nil if unknown.
    public let format: Format?
    /// Whether the bytes stop before the picture's end: certainly cut short. False can also mean "unknown": compressed
    /// BMP, TIFF and SVG do not mark their end, and damaged pictures are undefined.
    public let isEndMissing: Bool
    /// Whether the format's own end of the picture is there. False can also mean "unknown".
    public var showsItsEnd: Bool {
        switch format {
        case .jpeg, .png, .gif, .webp, .avif, .heif: !isEndMissing
        case .bmp, .tiff, .svg, nil: false
        }
    }

    /// Whether a few bytes of this JPEG can encode a scan over the whole picture, which takes long to decode. False
    /// only for sequential Huffman-coded JPEGs with one scan per component, in which each block takes bits.
    public let mayHaveTinyScans: Bool
    /// Whether this JPEG's scans need more work than any photo: do not start to decode it.
    public let hasExcessiveScans: Bool
    /// The byte offsets of a JPEG's scans.
    private let scanStarts: [Int]

    /// Whether this JPEG has the segment with which Adobe's programs mark theirs.
    public let hasAdobeMarker: Bool

    /// Inspects `data`.
    public init(_ data: Data) { self = data.withUnsafeBytes { EncodedPicture(ByteReader($0)) } }

    private init(_ bytes: ByteReader) {
        format = Format(sniffing: bytes)
        let jpeg = format == .jpeg ? JPEGWalk(bytes) : nil
        hasAdobeMarker = format == .jpeg && JPEGSegments(bytes).contains { $0.isAdobe(bytes) }
        mayHaveTinyScans = jpeg.map { !$0.isSequentialHuffman || $0.scans.haveRepeats } ?? false
        hasExcessiveScans = jpeg?.scans.areExcessive ?? false
        scanStarts = jpeg?.scans.starts ?? []
        isEndMissing =
            switch format {
            case .jpeg: jpeg?.isEndMissing ?? false
            case .png: Self.isPNGEndMissing(bytes)
            case .gif: Self.isGIFEndMissing(bytes)
            case .webp: (bytes.little32(4) ?? 0) + 8 > bytes.count
            case .avif, .heif: Self.isBoxEndMissing(bytes)
            case .bmp: Self.isBMPEndMissing(bytes)
            case .tiff: Self.isTIFFEndMissing(bytes)
            case .svg, nil: false
            }
    }

    /// The bytes in pieces between which a decoder can be stopped, as offsets: at most `most` bytes, and at most one
    /// scan each.
    public func pieces(of byteCount: Int, most: Int) -> [Range<Int>] {
        var pieces: [Range<Int>] = []
        var starts = scanStarts[...]
        var next = 0
        while next < byteCount {
            while let start = starts.first, start <= next { starts.removeFirst() }
            let end = min(next + min(max(1, most), byteCount), starts.first ?? byteCount, byteCount)
            pieces.append(next..<end)
            next = end
        }
        return pieces
    }
}

extension EncodedPicture.Format {
    /// The format of `data`, according to the first bytes; the rest is not read.
    public init?(sniffing data: Data) {
        guard let format = data.withUnsafeBytes({ Self.sniff(ByteReader($0)) }) else { return nil }
        self = format
    }

    /// The format of `bytes`, according to the first ones.
    init?(sniffing bytes: ByteReader) {
        guard let format = Self.sniff(bytes) else { return nil }
        self = format
    }

    private static func sniff(_ bytes: ByteReader) -> Self? {
        if bytes.has([0xFF, 0xD8, 0xFF], at: 0) { return .jpeg }
        if bytes.has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0) { return .png }
        if bytes.has("GIF87a", at: 0) || bytes.has("GIF89a", at: 0) { return .gif }
        if bytes.has("RIFF", at: 0), bytes.has("WEBP", at: 8) { return .webp }
        if bytes.has([0x49, 0x49, 0x2A, 0], at: 0) || bytes.has([0x4D, 0x4D, 0, 0x2A], at: 0) { return .tiff }
        // "BM" alone also starts texts; the size of the second header is one of a few.
        if bytes.has("BM", at: 0), let header = bytes.little32(14), (12...128).contains(header) { return .bmp }
        if bytes.has("ftyp", at: 4) {
            if bytes.has("avif", at: 8) || bytes.has("avis", at: 8) { return .avif }
            let heif: [StaticString] = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
            return heif.contains { bytes.has($0, at: 8) } ? .heif : nil
        }
        return isSVG(bytes) ? .svg : nil
    }

    /// Markup that starts like SVG, and names its root early.
    private static func isSVG(_ bytes: ByteReader) -> Bool {
        var start = bytes.has([0xEF, 0xBB, 0xBF], at: 0) ? 3 : 0
        while let byte = bytes[start], [0x20, 0x09, 0x0A, 0x0D].contains(byte) { start += 1 }
        if bytes.has("<svg", at: start) { return true }
        let beginnings: [StaticString] = ["<?xml", "<!--", "<!DOCTYPE svg"]
        guard beginnings.contains(where: { bytes.has($0, at: start) }) else { return false }
        // Enough for the leading comments of drawing programs.
        return (start..<min(bytes.count, start + 4096)).contains { bytes.has("<svg", at: $0) }
    }
}

extension EncodedPicture.Format {
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
