/// The names of members.
package enum ArchiveNames {
    /// Whether a member of this name would be unpacked outside of the archive's own folder: its name is absolute, or
    /// has a part `..`.
    package static func leadsOut(_ name: [UInt8]) -> Bool {
        let isSeparator = { (byte: UInt8) in byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }
        if let first = name.first, isSeparator(first) { return true }
        // C:\…
        if name.count > 2, URLText.isLetter(name[0]), name[1] == UInt8(ascii: ":"), isSeparator(name[2]) { return true }
        return name.split(whereSeparator: isSeparator).contains { $0.elementsEqual("..".utf8) }
    }

    /// Whether a member is made by a system for itself: hidden, in a hidden folder, or macOS' notes on another member.
    /// `isOfZip` says whether it is a ZIP's.
    package static func isHidden(_ name: [UInt8], isOfZip: Bool = false) -> Bool {
        let parts = isOfZip ? partsOfZip(name) : name.split(separator: UInt8(ascii: "/"))
        let isHidden = { (part: ArraySlice<UInt8>) in
            part.first == UInt8(ascii: ".") && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8)
        }
        return parts.first?.elementsEqual("__MACOSX".utf8) == true || parts.contains(where: isHidden)
    }

    /// The parts of a ZIP's name. Some programs of Windows write backslashes, and then no slashes. The second byte of a
    /// character in Shift_JIS may be a backslash's.
    private static func partsOfZip(_ name: [UInt8]) -> [ArraySlice<UInt8>] {
        if name.contains(UInt8(ascii: "/")) { return name.split(separator: UInt8(ascii: "/")) }
        let isUTF8 = String(validating: name, as: UTF8.self) != nil
        var parts: [ArraySlice<UInt8>] = []
        var (start, index) = (0, 0)
        while index < name.count {
            switch name[index] {
            case UInt8(ascii: "\\"):
                parts.append(name[start..<index])
                start = index + 1
                index += 1
            case 0x81...0x9F, 0xE0...0xFC: index += isUTF8 ? 1 : 2
            default: index += 1
            }
        }
        parts.append(name[start...])
        return parts.filter { !$0.isEmpty }
    }

    /// The text of a ZIP's name with slashes between its parts.
    package static func slashed(_ text: String) -> String {
        if text.utf8.contains(UInt8(ascii: "/")) || !text.utf8.contains(UInt8(ascii: "\\")) { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\\" ? "/" : $0 }))
    }

    /// The last part of a name.
    package static func last(_ name: String) -> String {
        name.split(separator: "/").last.map(String.init) ?? name
    }

    /// How many bytes at the start of each name are those of the folders in which all of them are.
    package static func commonFolders(of names: some Sequence<String>) -> Int {
        var common: [UInt8]?
        for name in names {
            let utf8 = Array(name.utf8)
            let folders = utf8[..<(utf8.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)]
            guard let known = common else {
                common = Array(folders)
                continue
            }
            let same = zip(known, folders).prefix { $0 == $1 }.count
            common = Array(known[..<(known[..<same].lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)])
            if common?.isEmpty == true { break }
        }
        return common?.count ?? 0
    }

    /// Whether a member is a small picture of the document that the archive is, for lists of documents: that of Open
    /// Document, Office Open XML and macOS.
    package static func isPictureOfDocument(_ name: [UInt8]) -> Bool {
        ["Thumbnails/thumbnail.", "docProps/thumbnail.", "QuickLook/Thumbnail."].contains { name.starts(with: $0.utf8) }
    }

    /// Text in code page 437, in which old ZIP programs write names.
    package static func fromPage437(_ bytes: [UInt8]) -> String {
        String(String.UnicodeScalarView(bytes.map { $0 < 0x80 ? UnicodeScalar($0) : page437[Int($0) - 0x80] }))
    }

    /// Whether text that was read as Japanese is Japanese. In names of other languages single letters with an accent
    /// make single such characters with the letter after them, but never several in a row.
    package static func isJapanese(_ text: String) -> Bool {
        var (longest, run) = (0, 0)
        for scalar in text.unicodeScalars {
            run = isWide(scalar) ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest >= 2
    }

    /// Whether a character is kana or kanji.
    static func isWide(_ scalar: UnicodeScalar) -> Bool {
        (0x3040...0x30FF).contains(scalar.value) || (0x4E00...0x9FFF).contains(scalar.value)
    }

    private static let page437 = Array(
        ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
            + "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}").unicodeScalars)
}
