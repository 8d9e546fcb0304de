import Foundation

/// How a catalogue is encoded, told by its first bytes.
enum CatalogueFormat {
    /// An XML property list, in an encoding in which `<` is the byte 3C, alone or with a zero byte.
    case xml
    /// A binary property list.
    case binary

    /// The format, or what the bytes look like instead.
    static func of(_ data: Data) throws(CatalogueFailure) -> CatalogueFormat {
        if data.isEmpty { throw .notAPropertyList(reason: "It is empty.") }
        let head = [UInt8](data.prefix(512))
        if head.starts(with: "bplist0".utf8) { return .binary }
        for (magic, kind) in lookAlikes where head.starts(with: magic) {
            throw .notAPropertyList(reason: "It looks like \(kind).")
        }
        // What is left once a byte order mark and the second bytes of UTF-16 are gone.
        let marks: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF]
        let text = head.drop { marks.contains($0) }.filter { $0 != 0 }.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        switch text.first {
        case UInt8(ascii: "<"): return .xml
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            throw .notAPropertyList(
                reason: "It looks like JSON or an old text property list. Only XML and binary ones can be read.")
        case nil: throw .notAPropertyList(reason: "There is nothing in it but white space or zeros.")
        default: throw .notAPropertyList(reason: "It begins neither as XML nor as a binary property list.")
        }
    }

    /// What may be opened by mistake, by the bytes it begins with (the file formats' own specifications).
    private static let lookAlikes: [(magic: [UInt8], kind: String)] = [
        ([0xFF, 0xD8, 0xFF], "a photo (JPEG), not a catalogue of photos"),
        ([0x89] + Array("PNG".utf8), "a picture (PNG), not a catalogue of photos"),
        (Array("GIF8".utf8), "a picture (GIF), not a catalogue of photos"),
        (Array("RIFF".utf8), "a picture (WebP) or a sound, not a catalogue of photos"),
        (Array("%PDF".utf8), "a PDF document"),
        (Array("PK\u{3}\u{4}".utf8), "a ZIP archive. Unpack it first"),
        ([0x1F, 0x8B], "a file compressed with gzip. Unpack it first"),
        (Array("bplist".utf8), "a binary property list of a version that cannot be read, only version 0 can"),
    ]
}
