/// Text between tags.
package enum PageText {
    /// The text, trimmed, with each run of white space collapsed to one space. A no-break space counts as white space.
    package static func collapsed(_ text: [UInt8]) -> [UInt8] {
        if isCollapsed(text) { return text }
        var out: [UInt8] = []
        out.reserveCapacity(text.count)
        var hasGap = false
        var index = 0
        while index < text.count {
            let isNoBreak = text[index] == 0xC2 && index + 1 < text.count && text[index + 1] == 0xA0
            if isNoBreak || EntryScratch.isSpace(text[index]) {
                hasGap = !out.isEmpty
                index += isNoBreak ? 2 : 1
                continue
            }
            if hasGap { out.append(0x20) }
            hasGap = false
            out.append(text[index])
            index += 1
        }
        return out
    }

    private static func isCollapsed(_ text: [UInt8]) -> Bool {
        var isAfterGap = true
        for byte in text {
            let isBlank = byte == 0x20
            // The first byte of a no-break space, among others.
            if isBlank && isAfterGap || byte == 0xC2 || EntryScratch.isSpace(byte) && !isBlank { return false }
            isAfterGap = isBlank
        }
        return text.isEmpty || !isAfterGap
    }

    /// The text without tags, collapsed: captions in attributes are often marked up. Ends at 4,096 bytes.
    static func withoutTags(_ text: [UInt8]) -> [UInt8] {
        guard text.contains(UInt8(ascii: "<")) else { return collapsed(text) }
        var (out, isInTag): ([UInt8], Bool) = ([], false)
        for byte in text.prefix(4096) {
            switch byte {
            case UInt8(ascii: "<"): isInTag = true
            case UInt8(ascii: ">") where isInTag:
                isInTag = false
                out.append(0x20)
            default: if !isInTag { out.append(byte) }
            }
        }
        return collapsed(out)
    }

    /// The beginning of a text as a name: whole words.
    static func beginning(_ text: [UInt8]) -> [UInt8] {
        let text = collapsed(text)
        guard text.count > longestBeginning else { return text }
        let cut = text.prefix(longestBeginning).lastIndex(of: 0x20) ?? longestBeginning
        let whole = String(decoding: text.prefix(cut), as: UTF8.self).filter { $0 != "\u{FFFD}" }
        return Array((whole + "…").utf8)
    }

    /// As long as names are that fit a row.
    private static let longestBeginning = 100

    /// Whether it is a sign, or says only that there is a link: "[link]".
    static func isSign(_ text: [UInt8]) -> Bool {
        text.first == UInt8(ascii: "[") && text.last == UInt8(ascii: "]")
    }

    /// The link text as the picture's name; empty if it is only the file's name, whole or cut by the server
    /// (`a-very-long-na..>`). A name in UTF-8 on a page that says Latin-1 is the file's name as well, and so is one in
    /// another encoding on a page that says UTF-8.
    static func name(_ text: [UInt8], of location: [UInt8]) -> [UInt8] {
        let text = collapsed(text)
        let name = collapsed(PageLink.fileName(location))
        if name.starts(with: text) { return [] }
        if let bytes = latin1(text), isName(bytes, name), String(validating: name, as: UTF8.self) != nil { return [] }
        let damaged = Array(String(decoding: name, as: UTF8.self).utf8)
        return isName(text, name) || isName(text, damaged) || isSign(text) ? [] : text
    }

    private static func isName(_ text: [UInt8], _ name: [UInt8]) -> Bool {
        if name.starts(with: text) { return true }
        return cuts.contains { cut in
            text.count > cut.count && text.suffix(cut.count) == cut[...] && name.starts(with: text.dropLast(cut.count))
        }
    }

    /// The bytes of which a reader of Latin-1, as browsers read it (windows-1252), makes this text; nil if there are
    /// none, or if it is plain ASCII.
    private static func latin1(_ text: [UInt8]) -> [UInt8]? {
        guard text.contains(where: { $0 >= 0x80 }) else { return nil }
        var bytes: [UInt8] = []
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            guard let byte = Windows1252.byte(scalar) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }

    private static let cuts = ["..>", "...", "…"].map { Array($0.utf8) }
}
