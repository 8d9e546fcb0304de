/// Text between tags.
public enum PageText {
    /// The text, trimmed, with each run of white space collapsed to one space. A no-break space counts as white space.
    public static func collapsed(_ text: [UInt8]) -> [UInt8] {
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

    /// The link text as the picture's name; empty if it is only the file's name, whole or cut by the server
    /// (`a-very-long-na..>`).
    static func name(_ text: [UInt8], of location: [UInt8]) -> [UInt8] {
        let text = collapsed(text)
        let name = collapsed(PageLink.fileName(location))
        if name.starts(with: text) { return [] }
        let isCut = cuts.contains { cut in
            text.count > cut.count && text.suffix(cut.count) == cut[...] && name.starts(with: text.dropLast(cut.count))
        }
        return isCut ? [] : text
    }

    private static let cuts = ["..>", "...", "…"].map { Array($0.utf8) }
}
