import Foundation

/// The formats that can be read, and the encodings that are undone before. The core's own need no C library; others are
/// added by modules that have one.
public struct CatalogueFormats: Sendable {
    /// The encodings; the first that recognises a document is undone.
    public var encodings: [ByteEncoding]
    /// The formats; of two that are equally sure, the first counts.
    public var formats: [CatalogueFormat]

    /// So many encodings of a document are undone, one in the other: a text in UTF-16, packed; packed twice by a server
    /// and whoever wrote it.
    static let mostEncodings = 3

    /// These formats, within these encodings.
    public init(encodings: [ByteEncoding] = [], formats: [CatalogueFormat]) {
        self.encodings = encodings
        self.formats = formats
    }

    /// How names of files end that can be read: each once, in the formats' order. Encodings have theirs, too.
    public var endings: [String] {
        var seen: Set<String> = []
        return (formats.flatMap(\.endings) + encodings.flatMap(\.endings)).filter { seen.insert($0).inserted }
    }

    /// The format of a document that begins so. Throws `notACatalogue`, which says what it looks like instead.
    func format(of head: CatalogueHead) throws(CatalogueFailure) -> CatalogueFormat {
        if head.bytes.isEmpty { throw .notACatalogue(reason: "It is empty. \(Self.checkIt)") }
        if let reason = Self.lookAlike(head) { throw .notACatalogue(reason: reason) }
        let sure = formats.map { ($0, $0.recognises(head)) }
        // max(by:) would give the last of equals.
        if let best = sure.map(\.1).max(), best > .none, let found = sure.first(where: { $0.1 == best }) {
            return found.0
        }
        if head.rootElementName?.lowercased() == "html" {
            throw .notACatalogue(
                reason: "It looks like a web page (HTML). Perhaps the address is that of a page about the catalogue, "
                    + "or the server wants a login.")
        }
        if head.isWhole, head.bytes.count <= CatalogueHead.byteCount, head.text.isEmpty {
            throw .notACatalogue(reason: "There is nothing in it but white space or zeros. \(Self.checkIt)")
        }
        throw .notACatalogue(
            reason:
                "It is none of what can be opened: a property list, JSON, a table (CSV), a list of addresses, a feed (RSS, "
                + "Atom), or a web page. \(Self.checkIt)")
    }

    private static let checkIt = "Check that it is the right file or address."

    static func lookAlike(_ head: CatalogueHead) -> String? {
        lookAlikes.first { head.bytes.starts(with: $0.magic) }.map { "It looks like \($0.kind)." }
    }

    /// What may be opened by mistake, by the bytes it begins with (the file formats' own specifications).
    private static let lookAlikes: [(magic: [UInt8], kind: String)] = [
        ([0xFF, 0xD8, 0xFF], "a photo (JPEG), not a catalogue of photos. Drop it on the window to see it"),
        ([0x89] + Array("PNG".utf8), "a picture (PNG), not a catalogue of photos. Drop it on the window to see it"),
        (Array("GIF8".utf8), "a picture (GIF), not a catalogue of photos. Drop it on the window to see it"),
        (
            Array("RIFF".utf8),
            "a picture (WebP) or a sound, not a catalogue of photos. Pictures are seen when they are dropped on the window"
        ),
        (Array("%PDF".utf8), "a PDF document. Open it in another program"),
        (Array("PK\u{3}\u{4}".utf8), "a ZIP archive. Unpack it first"),
        // Where there is an encoding for it, this is never reached.
        ([0x1F, 0x8B], "a file compressed with gzip. Unpack it first"),
    ]
}

extension CatalogueFormats {
    /// Those that the core reads by itself.
    public static let core = CatalogueFormats(formats: [
        .binaryPropertyList, .openStepPropertyList, .delimitedText, .addressList,
    ])
}
