import Foundation

/// The supported formats, and the encodings undone before them. The core's own formats need no C library; modules with
/// C libraries add others.
public struct CatalogueFormats: Sendable {
    /// The encodings; the first that recognises a document is undone.
    public var encodings: [ByteEncoding]
    /// The formats; of two with equal confidence, the first wins.
    public var formats: [CatalogueFormat]

    /// Whether archives are recognised: a document that is one fails with `archive`.
    package var findsArchives = false

    /// Makes a place for the long pictures that a document holds in its text; nil leaves them in it.
    package var makeSpool: (@Sendable () -> any PictureSpool)?

    /// How many nested encodings of a document are undone: compressed UTF-16, or a file compressed twice, by its author
    /// and the server.
    static let mostEncodings = 3

    /// These formats, within these encodings.
    public init(encodings: [ByteEncoding] = [], formats: [CatalogueFormat]) {
        self.encodings = encodings
        self.formats = formats
    }

    /// The file extensions of all formats, encodings and archives, each once, in the formats' order.
    public var endings: [String] {
        var seen: Set<String> = []
        let all = formats.flatMap(\.endings) + encodings.flatMap(\.endings) + (findsArchives ? ArchiveKind.endings : [])
        return all.filter { seen.insert($0).inserted }
    }

    /// The format of a document with this head. Throws `notACatalogue`, which says what it looks like instead.
    func format(of head: CatalogueHead) throws(CatalogueFailure) -> CatalogueFormat {
        if head.bytes.isEmpty {
            throw .notACatalogue(reason: localized("It is empty. Check that it is the right file or address."))
        }
        if let reason = Self.lookAlike(head) { throw .notACatalogue(reason: reason) }
        if let found = recognised(head) { return found }
        if head.rootElementName?.lowercased() == "html" {
            throw .notACatalogue(
                reason: localized(
                    "It looks like a web page (HTML). The address may lead to a page about the catalogue, or the "
                        + "server may require a login."))
        }
        if head.isWhole, head.bytes.count <= CatalogueHead.byteCount, head.text.isEmpty {
            throw .notACatalogue(
                reason: localized("It contains only white space or zeros. Check that it is the right file or address."))
        }
        throw .notACatalogue(
            reason: localized(
                "It is in no format that can be opened: a property list, JSON, a table (CSV), a list of addresses, a "
                    + "feed (RSS, Atom), or a web page. Check that it is the right file or address."))
    }

    /// The first of the most confident formats. Nothing is more than certain: the formats after that are not asked.
    private func recognised(_ head: CatalogueHead) -> CatalogueFormat? {
        var best: (format: CatalogueFormat?, sure: CatalogueFormat.Confidence) = (nil, .none)
        for format in formats where best.sure < .certain {
            let sure = format.recognises(head)
            if sure > best.sure { best = (format, sure) }
        }
        return best.format
    }

    static func lookAlike(_ head: CatalogueHead) -> String? {
        lookAlikes.first { head.bytes.starts(with: $0.magic) }.map(\.sentence)
    }

    /// Files opened by mistake, by their first bytes (from the file formats' specifications).
    private static let lookAlikes: [(magic: [UInt8], sentence: String)] = [
        (
            [0xFF, 0xD8, 0xFF],
            localized("It looks like a photo (JPEG), not a catalogue of photos. Drop it on the window to see it.")
        ),
        (
            [0x89] + Array("PNG".utf8),
            localized("It looks like a picture (PNG), not a catalogue of photos. Drop it on the window to see it.")
        ),
        (
            Array("GIF8".utf8),
            localized("It looks like a picture (GIF), not a catalogue of photos. Drop it on the window to see it.")
        ),
        (
            Array("RIFF".utf8),
            localized(
                "It looks like a picture (WebP) or a sound file, not a catalogue of photos. Drop a picture on the "
                    + "window to see it.")
        ),
        (Array("%PDF".utf8), localized("It looks like a PDF document. Open it in another program.")),
        (Array("PK\u{3}\u{4}".utf8), localized("It looks like a ZIP archive. Unpack it first.")),
        // Not reached if an encoding recognises it.
        ([0x1F, 0x8B], localized("It looks like a file compressed with gzip. Unpack it first.")),
    ]
}

extension CatalogueFormats {
    /// The formats that the core parses itself.
    public static let core = CatalogueFormats(formats: [
        .binaryPropertyList, .openStepPropertyList, .delimitedText, .addressList,
    ])
}
