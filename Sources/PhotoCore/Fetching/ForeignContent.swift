import Foundation

/// The kind of a body that is no picture, according to its first bytes and its declared type. The type does not count
/// if the bytes are a picture's.
public enum ForeignContent: Sendable, Equatable, CaseIterable {
    case video
    case audio
    /// An archive, or a compressed file.
    case archive
    /// A document with pages, such as PDF.
    case document
    /// HTML.
    case webPage
    /// An executable.
    case program
    /// A drawing in place of a smaller picture that the server has not made.
    case icon
    /// Nothing that the decoders read. Not of a few bytes: those go to the decoders, as a whole photo does.
    case unknown

    /// Enough bytes to decide: two packets of an MPEG transport stream.
    public static let byteCount = 384
    /// The same for markup: SVG may name its root as late as that, behind some white space.
    static let markupByteCount = 8192

    /// The kind of a body with these first `bytes`; nil if it may be a picture. `type` is the Content-Type. A drawing
    /// is an icon if the request `refusesDrawings`.
    public init?(_ bytes: Data, type: String?, refusesDrawings: Bool = false) {
        let found = bytes.prefix(Self.markupByteCount).withUnsafeBytes { raw -> ForeignContent? in
            let reader = ByteReader(raw)
            if let format = EncodedPicture.Format(sniffing: reader) {
                return format == .svg && refusesDrawings ? .icon : nil
            }
            return Self.box(reader) ?? Self.signature(reader) ?? Self.markup(reader) ?? Self.declared(type)
                ?? (Self.isDecided(by: bytes) ? .unknown : nil)
        }
        guard let found else { return nil }
        self = found
    }

    /// Whether more bytes would not change the kind.
    public static func isDecided(by bytes: Data) -> Bool {
        guard bytes.count < markupByteCount else { return true }
        guard bytes.count >= byteCount else { return false }
        return bytes.prefix(markupByteCount).withUnsafeBytes { raw in
            let reader = ByteReader(raw)
            guard let first = reader[textStart(reader)] else { return false }
            return first != 0x3C
        }
    }

    /// What it is, for a person.
    var sentence: String {
        switch self {
        case .video: localized("This is a video, not a picture.")
        case .audio: localized("This is sound, not a picture.")
        case .archive: localized("This is an archive, not a picture.")
        case .document: localized("This is a document, not a picture.")
        case .webPage: localized("This is a web page, not a picture.")
        case .program: localized("This is a program, not a picture.")
        case .icon: localized("The server sent an icon: it has no smaller picture of this photo.")
        case .unknown: "\(DecodeFailure.notAPicture)"
        }
    }

    // MARK: - By the first bytes

    /// ISO/IEC 14496-12, and QuickTime before it: boxes, the first of which usually names a brand. The registry of
    /// brands is at mp4ra.org. Brands of pictures and unknown brands are not in this table.
    private static func box(_ bytes: ByteReader) -> ForeignContent? {
        let older: [StaticString] = ["moov", "mdat", "wide", "pnot"]
        if older.contains(where: { bytes.has($0, at: 4) }), (bytes.big32(0) ?? 0) >= 8 { return .video }
        guard bytes.has("ftyp", at: 4) else { return nil }
        let audio: [StaticString] = ["M4A", "M4B", "M4P", "F4A", "F4B"]
        if audio.contains(where: { bytes.has($0, at: 8) }) { return .audio }
        let video: [StaticString] = [
            "iso", "mp4", "avc", "hvc1", "hev1", "av01", "qt  ", "M4V", "3gp", "3g2", "3gs", "mmp4", "MSNV", "XAVC",
            "f4v", "F4V", "dash", "msdh", "ndsc", "ndsm", "ndxc", "ndxm", "mqt ", "cmfc", "cmf2", "kddi", "dvr1",
            "dvt1", "pana", "nvr1", "MFSM", "isc2", "CAEP",
        ]
        return video.contains { bytes.has($0, at: 8) } ? .video : nil
    }

    private static func signature(_ bytes: ByteReader) -> ForeignContent? {
        let signatures: [(ForeignContent, [UInt8])] = [
            (.video, [0x1A, 0x45, 0xDF, 0xA3]),  // Matroska, WebM
            (.video, [0, 0, 1, 0xBA]), (.video, [0, 0, 1, 0xB3]),  // MPEG program and elementary streams
            (.video, [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]),  // ASF: WMV
            (.video, Array("FLV\u{1}".utf8)), (.audio, Array("ID3".utf8)), (.audio, Array("fLaC".utf8)),
            (.audio, Array("MThd".utf8)), (.audio, Array("#!AMR".utf8)), (.archive, [0x50, 0x4B, 3, 4]),
            (.archive, [0x50, 0x4B, 5, 6]), (.archive, [0x1F, 0x8B, 8]), (.archive, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]),
            (.archive, [0x28, 0xB5, 0x2F, 0xFD]), (.archive, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
            (.archive, Array("Rar!\u{1A}\u{7}".utf8)), (.archive, Array("BZh".utf8)), (.document, Array("%PDF-".utf8)),
            (.document, Array("%!PS".utf8)), (.program, [0x7F, 0x45, 0x4C, 0x46]),
        ]
        if let known = signatures.first(where: { bytes.has($0.1, at: 0) }) { return known.0 }
        if bytes.has("RIFF", at: 0) {
            if bytes.has("AVI ", at: 8) { return .video }
            if bytes.has("WAVE", at: 8) { return .audio }
        }
        if bytes.has("ustar", at: 257) { return .archive }
        // Packets of 188 bytes; discs use 192.
        if bytes[0] == 0x47, bytes[188] == 0x47, bytes[376] == 0x47 { return .video }
        if bytes[4] == 0x47, bytes[196] == 0x47 { return .video }
        // MPEG audio and AAC: eleven set bits, and a valid layer and rate.
        if bytes[0] == 0xFF, let second = bytes[1], let third = bytes[2], second & 0xE0 == 0xE0, third >> 4 != 15 {
            if second & 0xF6 == 0xF0 || second & 0x06 != 0 && second & 0x18 != 8 && third & 0x0C != 0x0C {
                return .audio
            }
        }
        return nil
    }

    /// Where a text begins: behind its byte order mark and white space.
    private static func textStart(_ bytes: ByteReader) -> Int {
        var start = bytes.has([0xEF, 0xBB, 0xBF], at: 0) ? 3 : 0
        while let byte = bytes[start], [0x20, 0x09, 0x0A, 0x0D].contains(byte) { start += 1 }
        return start
    }

    /// As browsers detect HTML.
    private static func markup(_ bytes: ByteReader) -> ForeignContent? {
        let start = textStart(bytes)
        guard bytes[start] == 0x3C else { return nil }
        let text = (start..<start + 16).compactMap { bytes[$0] }.map { Character(UnicodeScalar(UInt8($0))) }
        let beginning = String(text).lowercased()
        return ["<!doctype html", "<html", "<head", "<body", "<title", "<h1", "<script"]
            .contains { beginning.hasPrefix($0) } ? .webPage : nil
    }

    // MARK: - By what is said of it

    /// If the bytes reveal nothing. Many servers send application/octet-stream for unknown files.
    private static func declared(_ type: String?) -> ForeignContent? {
        let name = type?.split(separator: ";").first?.lowercased().trimmed ?? ""
        if name.hasPrefix("video/") { return .video }
        if name.hasPrefix("audio/") { return .audio }
        switch name {
        case "application/ogg": return .video
        case "application/zip", "application/gzip", "application/x-tar", "application/x-7z-compressed": return .archive
        case "application/pdf": return .document
        default: return nil
        }
    }
}
