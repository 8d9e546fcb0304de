import Foundation

/// What can be said of an encoded picture without decoding it. Nothing is believed of the bytes: whatever they are,
/// nothing outside of them is read, and the time is linear in their number.
public struct EncodedPicture: Sendable {
    /// The formats that are let near a decoder.
    public enum Format: String, Sendable, CaseIterable {
        case jpeg, png, gif, webp, bmp, tiff, avif, heif, svg
    }

    /// The format, by the first bytes; nil for what is none of them.
    public let format: Format?
    /// Whether the bytes stop before the format's own end of the picture: surely cut short. False also says "unknown":
    /// compressed BMP, TIFF and SVG have no mark for their end, and of damaged ones this says nothing.
    public let isEndMissing: Bool
    /// Whether the format's own end of the picture is there. False also says "unknown".
    public var showsItsEnd: Bool {
        switch format {
        case .jpeg, .png, .gif, .webp, .avif, .heif: !isEndMissing
        case .bmp, .tiff, .svg, nil: false
        }
    }

    /// Whether this is a JPEG in which a few bytes can stand for a scan over the whole picture, and so for much work:
    /// any but the sequential ones in Huffman code that tell each component once, where each block takes bits of its
    /// own.
    public let mayHaveTinyScans: Bool
    /// Whether this is a JPEG whose scans ask for more work than those of any photo do: nothing should begin with it.
    public let hasExcessiveScans: Bool
    /// Where a JPEG's scans begin, in bytes.
    private let scanStarts: [Int]

    /// Whether this is a JPEG with the segment by which Adobe's programs mark theirs.
    public let hasAdobeMarker: Bool

    /// Looks at `data`.
    public init(_ data: Data) {
        self = data.withUnsafeBytes { EncodedPicture(ByteReader($0)) }
    }

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

    /// The bytes in pieces, between which a decoder can be stopped, as distances from the first: of no more than
    /// `most`, and of no more than one scan.
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
    /// The format of `bytes`, by the first ones.
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
        // "BM" alone begins many a text; the size of the header that follows the file's own is one of a few.
        if bytes.has("BM", at: 0), let header = bytes.little32(14), (12...128).contains(header) { return .bmp }
        if bytes.has("ftyp", at: 4) {
            if bytes.has("avif", at: 8) || bytes.has("avis", at: 8) { return .avif }
            let heif: [StaticString] = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
            return heif.contains { bytes.has($0, at: 8) } ? .heif : nil
        }
        return isSVG(bytes) ? .svg : nil
    }

    /// Markup that begins as SVG does, and names its root early.
    private static func isSVG(_ bytes: ByteReader) -> Bool {
        var start = bytes.has([0xEF, 0xBB, 0xBF], at: 0) ? 3 : 0
        while let byte = bytes[start], [0x20, 0x09, 0x0A, 0x0D].contains(byte) { start += 1 }
        if bytes.has("<svg", at: start) { return true }
        let beginnings: [StaticString] = ["<?xml", "<!--", "<!DOCTYPE svg"]
        guard beginnings.contains(where: { bytes.has($0, at: start) }) else { return false }
        // Enough for the comments that drawing programs begin with.
        return (start..<min(bytes.count, start + 4096)).contains { bytes.has("<svg", at: $0) }
    }
}

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
