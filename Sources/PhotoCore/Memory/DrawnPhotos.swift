import Foundation

/// Whether a drawing may contain photos. librsvg decodes these whole, at sizes that the drawing does not state.
enum DrawnPhotos {
    /// Encodings in which markup is ASCII. In another one, the names below may be spelt with other bytes.
    private static let plainEncodings: Set<String> = [
        "utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1", "iso-8859-15", "windows-1252",
    ]
    /// More than an XML declaration takes.
    private static let longestDeclaration = 4096

    /// Whether `drawing` may contain a photo. True where its text cannot be judged without parsing: with entities of
    /// its own, with other documents in it, or in an unusual encoding.
    static func mayExist(in drawing: Data) -> Bool {
        hasUnusualEncoding(drawing) || signs.contains { drawing.range(of: $0) != nil } || namesData(drawing)
    }

    /// SVG 2, 12.3 and Filter Effects 1, 9.12: only these elements have pictures in them, with any prefix. The colon
    /// also finds the type of a picture in the text. XInclude adds another document, in which they may be spelt in any
    /// way. So may the addresses of other documents: character references in markup, backslashes in a style.
    private static let signs = [
        "<image", ":image", "<feImage", ":feImage", "<include", ":include", "<!ENTITY", "&#", "\\",
    ].map { Data($0.utf8) }

    /// Whether it has an address that contains a document, `data:`. Case does not matter in it, nor do tabs and ends of
    /// lines (URL Standard, 4.4).
    private static func namesData(_ drawing: Data) -> Bool {
        drawing.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
            bytes.indices.contains { end in
                guard bytes[end] == UInt8(ascii: ":") else { return false }
                var place = end
                for letter in "atad".utf8 {
                    repeat { place -= 1 } while place >= 0 && [0x09, 0x0A, 0x0D].contains(bytes[place])
                    guard place >= 0, bytes[place] | 0x20 == letter else { return false }
                }
                return true
            }
        }
    }

    /// XML 1.0, 4.3.3: the encoding is named in the declaration, and is UTF-8 without one.
    private static func hasUnusualEncoding(_ drawing: Data) -> Bool {
        let start = String(decoding: drawing.prefix(longestDeclaration), as: UTF8.self)
        guard start.firstRange(of: "<?xml") != nil else { return false }
        guard let end = start.firstRange(of: "?>") else { return true }
        return start[..<end.lowerBound].ranges(of: "encoding").contains { name in
            let rest = start[name.upperBound..<end.lowerBound]
            let value = rest.split(whereSeparator: { "= \t\r\n\"'".contains($0) }).first ?? ""
            return !plainEncodings.contains(value.lowercased())
        }
    }
}
