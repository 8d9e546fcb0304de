import PhotoCore

extension ByteEncoding {
    /// The text of a web page whose encoding the server does not state: as the page declares, or undeclared (HTML
    /// Living Standard, 13.2.3.2). An XML declaration counts, too.
    static let pageText = ByteEncoding(
        "text", makesUTF8: true,
        recognises: { head in
            !head.isMadeUTF8 && PageDetection.isPage(head) && !head.bytes.prefix(CatalogueHead.byteCount).contains(0)
        },
        makeTransform: { head in
            guard let name = declaredName(in: head) else { return FallbackTransform() }
            return CharsetTransform(name)
        })
}

/// The encoding that a page declares.
extension ByteEncoding {
    /// A `<meta>` counts only within this many bytes (HTML Living Standard, 4.2.5.4).
    private static let searchedByteCount = 1024

    /// The declared encoding, if it is known and not UTF-8; nil if the bytes themselves decide.
    private static func declaredName(in head: CatalogueHead) -> String? {
        if head.hint.charset?.hasPrefix("UTF") == true { return nil }
        let text = Array(head.text.prefix(searchedByteCount)).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        let name = text.starts(with: "<?xml".utf8) ? value(after: "encoding=", in: text) : nil
        guard let name = name ?? inMeta(text), let known = ByteEncoding.iconvName(of: name.uppercased()) else {
            return nil
        }
        // A declaration in UTF-16 could not have been read.
        return known.hasPrefix("UTF-16") ? nil : known
    }

    /// `<meta charset=…>` and `<meta http-equiv="content-type" content="text/html; charset=…">`.
    private static func inMeta(_ text: [UInt8]) -> String? {
        var rest = text[...]
        while let start = rest.firstRange(of: Array("<meta".utf8)) {
            let tag = rest[start.upperBound...].prefix { $0 != UInt8(ascii: ">") }
            if let name = value(after: "charset=", in: Array(tag)) { return name }
            rest = rest[tag.endIndex...]
        }
        return nil
    }

    private static func value(after key: String, in text: [UInt8]) -> String? {
        guard let range = text.firstRange(of: Array(key.utf8)) else { return nil }
        let start = text[range.upperBound...].drop { " \t\r\n\"'".utf8.contains($0) }
        let name = start.prefix { !" \t\r\n\"';/>?".utf8.contains($0) }
        return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }
}
