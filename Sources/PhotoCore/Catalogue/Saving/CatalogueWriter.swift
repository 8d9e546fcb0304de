import Foundation

/// Writes a catalogue as an XML property list: a header, entries and a footer.
///
/// It reads back unchanged, except for characters that XML 1.0 cannot hold (control characters, U+FFFE, U+FFFF), which
/// become U+FFFD.
public enum CatalogueWriter {
    /// The text before the entries, as Apple's tools write it.
    public static let header = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>

        """

    /// The text after the entries.
    public static let footer = "</dict>\n</plist>\n"

    /// Adds one entry, as UTF-8, to a chunk of the document.
    public static func append(name: String, url: String, to chunk: inout [UInt8]) {
        chunk.append(contentsOf: "\t<key>".utf8)
        appendEscaped(name, to: &chunk)
        chunk.append(contentsOf: "</key>\n\t<string>".utf8)
        appendEscaped(url, to: &chunk)
        chunk.append(contentsOf: "</string>\n".utf8)
    }

    static func appendEscaped(_ text: String, to chunk: inout [UInt8]) {
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && !"&<>".utf8.contains($0) }
        if isPlain { return chunk.append(contentsOf: text.utf8) }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": chunk.append(contentsOf: "&amp;".utf8)
            case "<": chunk.append(contentsOf: "&lt;".utf8)
            // Text may not contain "]]>".
            case ">": chunk.append(contentsOf: "&gt;".utf8)
            // A reader turns a bare one into a line feed.
            case "\r": chunk.append(contentsOf: "&#13;".utf8)
            case "\t", "\n": chunk.append(UInt8(scalar.value))
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": chunk.append(contentsOf: "\u{FFFD}".utf8)
            default:
                if scalar.isASCII {
                    chunk.append(UInt8(scalar.value))
                } else {
                    chunk.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
                }
            }
        }
    }
}
