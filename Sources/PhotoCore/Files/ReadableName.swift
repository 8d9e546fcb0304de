import Foundation

/// The text of a name that is bytes: of a file, a member of an archive, or the end of an address.
///
/// Names are UTF-8 today. Names from old disks, archives and servers are in the encoding of the computer that wrote
/// them, and nothing says which: the bytes themselves tell the likely one. Pure functions.
public enum ReadableName {
    /// The name in the first encoding that fits: UTF-8; the Japanese and Chinese ones, if several of their characters
    /// follow each other; code page 437 of DOS; windows-1252, which every name fits. UTF-8 that is damaged stays
    /// UTF-8, with U+FFFD in place of the damage.
    ///
    /// Not cleaned: ShownText does that.
    public static func text(_ name: some Collection<UInt8>) -> String {
        if let text = String(validating: name, as: UTF8.self) { return text }
        let name = Array(name)
        let damaged = DamagedUTF8(name)
        if damaged.isCertain { return damaged.text }
        if let text = shiftJIS(name) ?? pairs(name) { return text }
        if damaged.isLikely { return damaged.text }
        return isOfDOS(name) ? ArchiveNames.fromPage437(name) : Windows1252.text(name)
    }

    /// A path, in which each folder may have an encoding of its own.
    public static func path(_ path: [UInt8]) -> String {
        if let text = String(validating: path, as: UTF8.self) { return text }
        return path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { text($0) }
            .joined(separator: "/")
    }

    /// A name read as UTF-8.
    private struct DamagedUTF8 {
        let text: String
        private var (whole, broken) = (0, 0)

        init(_ name: [UInt8]) {
            text = String(decoding: name, as: UTF8.self)
            for scalar in text.unicodeScalars where !scalar.isASCII {
                if scalar == "\u{FFFD}" { broken += 1 } else { whole += 1 }
            }
        }

        var isLikely: Bool { whole >= broken }
        /// Two bytes of another encoding make one whole character now and then, but not most of them.
        var isCertain: Bool { whole >= 3 && whole >= 2 * broken }
    }

    /// Code page 932, with which Windows and DOS write Japanese.
    ///
    /// Kana and the common kanji begin with bytes that no letter of windows-1252 has. The rare ones begin with its
    /// letters: `élève` would be Japanese.
    private static func shiftJIS(_ name: [UInt8]) -> String? {
        let (common, others) = shiftJISCounts(name)
        guard common >= 2, common >= others, let text = converted(name, from: "CP932") else { return nil }
        return ArchiveNames.isJapanese(text) ? text : nil
    }

    /// How many characters of a name in code page 932 would be common ones, and how many others.
    static func shiftJISCounts(_ name: [UInt8]) -> (common: Int, others: Int) {
        var (common, others, index) = (0, 0, 0)
        while index < name.count {
            switch name[index] {
            case 0x81...0x9F:
                common += 1
                index += 2
            case 0xE0...0xFC:
                others += 1
                index += 2
            case 0x80...:
                others += 1
                index += 1
            default: index += 1
            }
        }
        return (common, others)
    }

    /// The encodings in which a character is two bytes above 0xA0: EUC-JP, if there is kana, otherwise GB 18030.
    private static func pairs(_ name: [UInt8]) -> String? {
        guard let (kana, common, others) = pairCounts(name), kana + common >= 2, kana + common >= others else {
            return nil
        }
        let text = converted(name, from: kana > 0 ? "EUC-JP" : "GB18030")
        return text.flatMap { ArchiveNames.isJapanese($0) ? $0 : nil }
    }

    /// How many characters of a name in these encodings would be kana, common ones, and others; nil if it has other
    /// bytes.
    static func pairCounts(_ name: [UInt8]) -> (kana: Int, common: Int, others: Int)? {
        var (kana, common, others, index) = (0, 0, 0, 0)
        while index < name.count {
            guard name[index] >= 0x80 else {
                index += 1
                continue
            }
            guard index + 1 < name.count, (0xA1...0xF7).contains(name[index]), (0xA1...0xFE).contains(name[index + 1])
            else { return nil }
            switch name[index] {
            case 0xA4, 0xA5: kana += 1
            // The 3,755 characters of GB 2312's first level, as common as those of JIS X 0208's.
            case 0xB0...0xD7: common += 1
            default: others += 1
            }
            index += 2
        }
        return (kana, common, others)
    }

    /// Whether most bytes above ASCII are accented letters in code page 437. In windows-1252 they are signs, of which
    /// the common ones tell nothing: the euro, an apostrophe and two dashes.
    private static func isOfDOS(_ name: [UInt8]) -> Bool {
        var (dos, others) = (0, 0)
        for byte in name where byte >= 0x80 {
            switch byte {
            case 0x80, 0x92, 0x96, 0x97: break
            case 0x81...0x9A, 0xA0...0xA5: dos += 1
            default: others += 1
            }
        }
        return dos > others
    }

    /// The text by the C library's iconv; nil if the bytes are none in that encoding, or it is not installed.
    static func converted(_ name: [UInt8], from encoding: String) -> String? {
        guard let converter = iconv_open("UTF-8", encoding), converter != iconv_t(bitPattern: -1) else { return nil }
        defer { _ = iconv_close(converter) }
        var bytes = name.map { CChar(bitPattern: $0) }
        // A character of one byte here has at most three in UTF-8.
        var text = [CChar](repeating: 0, count: 3 * name.count + 4)
        var written = 0
        let isWhole = bytes.withUnsafeMutableBufferPointer { bytes in
            text.withUnsafeMutableBufferPointer { text in
                var (from, to) = (bytes.baseAddress, text.baseAddress)
                var (rest, room) = (bytes.count, text.count)
                let result = iconv(converter, &from, &rest, &to, &room)
                written = text.count - room
                return result >= 0 && rest == 0
            }
        }
        guard isWhole else { return nil }
        return String(validating: text.prefix(written).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
