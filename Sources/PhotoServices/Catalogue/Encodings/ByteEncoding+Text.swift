import PhotoCore

/// Text encodings, recognised by byte order marks, by patterns, by the server's declaration, and finally by trying.
///
/// The XML library handles XML that declares its encoding.
extension ByteEncoding {
    /// UTF-16 and UTF-32, with a byte order mark or unmistakable without one.
    static let wideText = ByteEncoding(
        "UTF-16", makesUTF8: true, recognises: { wideCharset(of: $0) != nil },
        makeTransform: { head in
            let (charset, markByteCount) = wideCharset(of: head) ?? ("UTF-16LE", 0)
            return CharsetTransform(charset, skipping: markByteCount)
        })

    /// UTF-8 with a byte order mark, which is not part of the text.
    static let markedUTF8 = ByteEncoding(
        "UTF-8 with a byte order mark", makesUTF8: true,
        recognises: { !$0.isMadeUTF8 && $0.bytes.starts(with: [0xEF, 0xBB, 0xBF]) },
        makeTransform: { _ in MarkTransform() })

    /// The server's declaration, for all other encodings.
    static let declaredText = ByteEncoding(
        "text", makesUTF8: true, recognises: { declaredCharset(of: $0) != nil },
        makeTransform: { CharsetTransform(declaredCharset(of: $0) ?? "WINDOWS-1252") })

    /// Text without a declaration.
    static let undeclaredText = ByteEncoding(
        "text", makesUTF8: true,
        recognises: { !$0.isMadeUTF8 && !$0.looksBinary && $0.text.first != UInt8(ascii: "<") },
        makeTransform: { _ in FallbackTransform() })

    private static func wideCharset(of head: CatalogueHead) -> (charset: String, markByteCount: Int)? {
        guard !head.isMadeUTF8, !head.text.starts(with: "<?xml".utf8) || PageDetection.isPage(head) else { return nil }
        let bytes = head.bytes
        // The order matters: the first mark starts like the third.
        if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return ("UTF-32LE", 4) }
        if bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return ("UTF-32BE", 4) }
        if bytes.starts(with: [0xFF, 0xFE]) { return ("UTF-16LE", 2) }
        if bytes.starts(with: [0xFE, 0xFF]) { return ("UTF-16BE", 2) }
        // Every format starts with two ASCII characters.
        guard bytes.count >= 4 else { return nil }
        let isASCII = { (byte: UInt8) in (0x20...0x7E).contains(byte) || [0x09, 0x0A, 0x0D].contains(byte) }
        let look = bytes.prefix(CatalogueHead.byteCount)
        if isASCII(bytes[0]), bytes[1] == 0, isASCII(bytes[2]), bytes[3] == 0, !hasWideZero(look) {
            return ("UTF-16LE", 0)
        }
        if bytes[0] == 0, isASCII(bytes[1]), bytes[2] == 0, isASCII(bytes[3]), !hasWideZero(look) {
            return ("UTF-16BE", 0)
        }
        return nil
    }

    /// Whether it contains U+0000, which text never does.
    private static func hasWideZero(_ bytes: ArraySlice<UInt8>) -> Bool {
        stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).contains { bytes[$0] == 0 && bytes[$0 + 1] == 0 }
    }

    private static func declaredCharset(of head: CatalogueHead) -> String? {
        guard !head.isMadeUTF8, !head.looksBinary, let declared = head.hint.charset else { return nil }
        if head.text.starts(with: "<?xml".utf8), !PageDetection.isPage(head) { return nil }
        return iconvName(of: declared)
    }

    /// iconv's name for the encoding, in upper case; nil for UTF-8, which the bytes reveal better, and for unknown
    /// ones.
    static func iconvName(of name: String) -> String? {
        switch name {
        case "", "UTF-8", "UTF8", "UNICODE-1-1-UTF-8": nil
        // As in the WHATWG Encoding Standard.
        case "ISO-8859-1", "ISO8859-1", "ISO_8859-1", "LATIN1", "LATIN-1", "L1", "US-ASCII", "ASCII", "CP1252",
            "X-CP1252":
            "WINDOWS-1252"
        case "UTF-16": "UTF-16LE"
        case "SHIFT_JIS", "SHIFT-JIS", "SJIS", "X-SJIS": "CP932"
        default: ByteConverter.charset(name) == nil ? nil : name
        }
    }
}

/// Removes UTF-8's byte order mark.
private struct MarkTransform: ByteTransforming {
    private var bytesToSkip = 3

    mutating func transform(
        _ bytes: UnsafeRawBufferPointer, next: (UnsafeRawBufferPointer) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        let skipped = min(bytesToSkip, bytes.count)
        bytesToSkip -= skipped
        if skipped < bytes.count { try next(UnsafeRawBufferPointer(rebasing: bytes[skipped...])) }
    }

    mutating func finish(next: (UnsafeRawBufferPointer) throws(CatalogueFailure) -> Void) throws(CatalogueFailure) {}
}
