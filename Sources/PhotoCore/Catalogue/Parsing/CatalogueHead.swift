import Foundation

/// What is known about a document apart from its content. Only a hint: servers and names are often wrong.
public struct CatalogueHint: Sendable, Equatable {
    /// The document's URL.
    public var url: URL
    /// The reply's Content-Type, with its parameters, if there was one.
    var contentType: String?

    /// A hint for the document at `url`.
    public init(url: URL, contentType: String? = nil) {
        self.url = url
        self.contentType = contentType
    }

    /// The media type in lower case, without parameters: "text/csv".
    public var mediaType: String? {
        contentType.map { $0.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased() }
    }

    /// The `charset` of the content type, in upper case.
    public var charset: String? {
        guard let contentType, let start = contentType.range(of: "charset=", options: .caseInsensitive)?.upperBound
        else { return nil }
        let value = contentType[start...].drop { "\"' \t".contains($0) }
        return value.prefix { !"\"'; \t".contains($0) }.uppercased()
    }

    /// The document's file extension in lower case: "csv".
    public var pathExtension: String { url.shownExtension }
}

/// The beginning of a document, from which its format is recognised.
public struct CatalogueHead: Sendable {
    /// The format is decided after this many bytes, or at the end of a shorter document.
    public static let byteCount = 4096

    /// The first bytes: at least `byteCount`, or the whole document.
    public let bytes: [UInt8]
    /// Whether that is the whole body.
    public let isWhole: Bool
    /// Whether a ``ByteEncoding`` has converted them to UTF-8: the document's own declaration no longer applies.
    public let isMadeUTF8: Bool
    /// Further hints.
    public let hint: CatalogueHint

    /// The first bytes, without a byte order mark, the second bytes of UTF-16, and leading white space. For inspection,
    /// independent of the encoding and of how many bytes arrived at once.
    public let text: ArraySlice<UInt8>

    /// A document's beginning.
    init(_ bytes: [UInt8], isWhole: Bool, isMadeUTF8: Bool = false, hint: CatalogueHint) {
        self.bytes = bytes
        text = bytes.prefix(Self.byteCount).drop { Self.marks.contains($0) }.filter { $0 != 0 }.drop(
            while: EntryScratch.isSpace)
        self.isWhole = isWhole
        self.isMadeUTF8 = isMadeUTF8
        self.hint = hint
    }

    /// What byte order marks consist of.
    private static let marks: [UInt8] = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF]

    /// Whether the first bytes contain control characters other than white space and the escape of ISO 2022: no text in
    /// UTF-8 or a one-byte encoding does.
    public var looksBinary: Bool {
        bytes.starts(with: "bplist".utf8) || CatalogueFormats.lookAlike(self) != nil
            || bytes.prefix(Self.byteCount).contains { $0 < 0x20 && !(0x09...0x0D).contains($0) && $0 != 0x1B }
    }

    /// The name of the first element of XML or HTML, as written; nil for other documents, or if it comes too late. A
    /// leading document type's name counts: "html" for `<!DOCTYPE html>`.
    public var rootElementName: String? {
        var rest = text
        while rest.first == UInt8(ascii: "<"), let second = rest.dropFirst().first {
            if second == UInt8(ascii: "?") {
                rest = Self.rest(of: rest, after: "?>")
            } else if rest.starts(with: "<!--".utf8) {
                rest = Self.rest(of: rest, after: "-->")
            } else {
                let isDeclaration = second == UInt8(ascii: "!")
                var words = rest.dropFirst()
                if isDeclaration { words = words.drop { !EntryScratch.isSpace($0) }.drop(while: EntryScratch.isSpace) }
                let name = words.prefix { !EntryScratch.isSpace($0) && !"/>[".utf8.contains($0) }
                return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
            }
            rest = rest.drop(while: EntryScratch.isSpace)
        }
        return nil
    }

    private static func rest(of bytes: ArraySlice<UInt8>, after end: String) -> ArraySlice<UInt8> {
        var rest = bytes
        while !rest.isEmpty, !rest.starts(with: end.utf8) { rest = rest.dropFirst() }
        return rest.dropFirst(end.utf8.count)
    }
}
