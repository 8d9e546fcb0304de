import Foundation

/// Whether a drawing may contain photos. librsvg decodes these whole, at sizes that the drawing does not state.
enum DrawnPhotos {
    /// Encodings in which markup is ASCII. In another one, the names below may be spelt with other bytes.
    private static let plainEncodings: Set<String> = [
        "utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1", "iso-8859-15", "windows-1252",
    ]
    /// More than an XML declaration takes.
    private static let longestDeclaration = 256

    /// Whether `drawing` may contain a photo. True where its text cannot be judged without parsing: with entities of
    /// its own, or in an unusual encoding.
    static func mayExist(in drawing: Data) -> Bool {
        hasUnusualEncoding(drawing)
            || signs.contains { drawing.range(of: $0) != nil }
    }

    /// SVG 2, 12.3 and Filter Effects 1, 9.12: only these elements have pictures in them, with any prefix. The colon
    /// also finds the type of a picture in the text.
    private static let signs = ["<image", ":image", "<feImage", ":feImage", "<!ENTITY"].map { Data($0.utf8) }

    /// XML 1.0, 4.3.3: the encoding is named in the declaration, and is UTF-8 without one.
    private static func hasUnusualEncoding(_ drawing: Data) -> Bool {
        let start = String(decoding: drawing.prefix(longestDeclaration), as: UTF8.self)
        guard let declaration = start.firstRange(of: "encoding") else { return false }
        let value = start[declaration.upperBound...].split(whereSeparator: { "= \t\r\n\"'".contains($0) }).first ?? ""
        return !plainEncodings.contains(value.lowercased())
    }
}
