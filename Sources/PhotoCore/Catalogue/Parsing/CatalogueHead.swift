import Foundation

/// What is known of a document beside its content. Servers and names are often wrong: no more than a hint.
public struct CatalogueHint: Sendable, Equatable {
    /// Where the document is.
    public var url: URL
    /// The reply's Content-Type, with its parameters, if there was one.
    var contentType: String?

    /// What is known of the document at `url`.
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
        let value = contentType[start...].drop { $0 == "\"" || $0 == "'" }
        return value.prefix { !"\"'; \t".contains($0) }.uppercased()
    }

    /// What follows the last dot of the document's name, in lower case: "csv".
    public var pathExtension: String { url.shownExtension }
}

/// The beginning of a document, by which its format is recognised.
public struct CatalogueHead: Sendable {
    /// The format is decided once this many bytes have come, or all of a shorter document.
    public static let byteCount = 4096

    /// The first bytes: `byteCount` of them, or more, or all there are.
    public let bytes: [UInt8]
    /// Whether these are all.
    public let isWhole: Bool
    /// Whether they are UTF-8 by a ``ByteEncoding``: what the document declares of its encoding no longer holds.
    public let isMadeUTF8: Bool
    /// What else is known.
    public let hint: CatalogueHint

    /// A document's beginning.
    init(_ bytes: [UInt8], isWhole: Bool, isMadeUTF8: Bool = false, hint: CatalogueHint) {
        self.bytes = bytes
        self.isWhole = isWhole
        self.isMadeUTF8 = isMadeUTF8
        self.hint = hint
    }

    /// What is left of the first bytes, as many as are waited for, once a byte order mark, the second bytes of UTF-16
    /// and white space at the start are gone: to look at, whatever the encoding, and however many came at once.
    public var text: ArraySlice<UInt8> {
        let marks: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF]
        return bytes.prefix(Self.byteCount).drop { marks.contains($0) }.filter { $0 != 0 }.drop(
            while: EntryScratch.isSpace)
    }

    /// Whether there are bytes among the first that no text in a one-byte encoding or in UTF-8 has: control characters
    /// beside white space and the escape of ISO 2022.
    public var looksBinary: Bool {
        bytes.starts(with: "bplist".utf8) || CatalogueFormats.lookAlike(self) != nil
            || bytes.prefix(Self.byteCount).contains { $0 < 0x20 && !(0x09...0x0D).contains($0) && $0 != 0x1B }
    }

    /// The name of the first element in what looks like XML or HTML, as it is written; nil where it is neither, or
    /// where the element comes too late. A document type's name counts where it comes first: "html" for
    /// `<!DOCTYPE html>`.
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
