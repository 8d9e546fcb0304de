/// A kind of archive, by its first bytes (from the formats' specifications).
package enum ArchiveKind: Sendable, Equatable {
    /// A list of its members at its end, each compressed alone.
    case zip
    /// One member after the other, not compressed.
    case tar
    /// All else that is read from the start to the end: 7z, RAR, and compressed files, which may contain an archive.
    case sequential
    /// A PDF document, whose members are the pictures on its pages.
    case pdf

    /// The kind of a document that begins with `head`, of which 512 bytes suffice; nil if it is no archive. gzip
    /// compresses catalogues too: `takesGzip` counts it as an archive.
    package init?(_ head: some Collection<UInt8>, takesGzip: Bool) {
        let starts = { (magic: [UInt8]) in head.starts(with: magic) }
        // A member, an empty archive, and the first part of a split one.
        if [[3, 4], [5, 6], [7, 8]].contains(where: { starts(Array("PK".utf8) + $0) }) {
            self = .zip
        } else if Self.isTar(Array(head.prefix(512))) {
            self = .tar
        } else if starts(Array("%PDF-".utf8)) {
            self = .pdf
        } else if Self.magics.contains(where: starts) || takesGzip && starts([0x1F, 0x8B, 0x08]) {
            self = .sequential
        } else {
            return nil
        }
    }

    /// The file extensions of archives.
    static let endings = [
        "zip", "cbz", "tar", "cbt", "tgz", "tbz2", "txz", "tzst", "bz2", "xz", "zst", "7z", "cb7", "rar", "cbr", "epub",
        "pdf",
    ]

    private static let magics: [[UInt8]] = [
        Array("7z".utf8) + [0xBC, 0xAF, 0x27, 0x1C],
        Array("Rar!".utf8) + [0x1A, 0x07],
        [0xFD] + Array("7zXZ".utf8) + [0],
        [0x28, 0xB5, 0x2F, 0xFD],
        // cpio, with numbers in octal or hexadecimal digits.
        Array("070707".utf8), Array("070701".utf8), Array("070702".utf8),
        // bzip2's first block, or the end of an empty file.
        Array("BZh9".utf8) + [0x31, 0x41, 0x59, 0x26], Array("BZh9".utf8) + [0x17, 0x72, 0x45, 0x38],
    ]

    /// A tar header has a checksum of its 512 bytes in octal digits, in which the checksum itself counts as spaces.
    private static func isTar(_ header: [UInt8]) -> Bool {
        guard header.count == 512, header[0] != 0 else { return false }
        let field = header[148..<156].drop { $0 == UInt8(ascii: " ") }.prefix { (0x30...0x37).contains($0) }
        guard !field.isEmpty else { return false }
        let stated = field.reduce(0) { $0 << 3 | Int($1 - 0x30) }
        let sum = header.enumerated().reduce(0) { $0 + ((148..<156).contains($1.offset) ? 32 : Int($1.element)) }
        return sum == stated
    }
}
