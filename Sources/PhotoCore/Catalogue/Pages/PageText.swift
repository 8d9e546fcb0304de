/// Text between tags.
public enum PageText {
    /// The text with one blank for any white space in it, and none around it. A no-break space is one, too.
    public static func collapsed(_ text: [UInt8]) -> [UInt8] {
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

    /// What a link to a picture calls it; empty where that is no more than the file's name, whole or cut as web servers cut
    /// it (`a-very-long-na..>`).
    static func name(_ text: [UInt8], of location: [UInt8]) -> [UInt8] {
        let text = collapsed(text)
        var start = String(decoding: text, as: UTF8.self)
        for end in ["..>", "...", "…"] where start.hasSuffix(end) {
            start.removeLast(end.count)
            break
        }
        return PageText.collapsed(Array(PageLink.fileName(location).utf8)).starts(with: start.utf8) ? [] : text
    }
}
