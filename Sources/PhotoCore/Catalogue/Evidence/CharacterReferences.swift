/// Undoes HTML's character references in a text that should have none: services escape titles for their own pages.
enum CharacterReferences {
    /// The text with references replaced; in an address only ampersands, which no address needs escaped.
    static func plain(_ text: ArraySlice<UInt8>, onlyAmpersand: Bool) -> ArraySlice<UInt8> {
        guard text.contains(UInt8(ascii: "&")) else { return text }
        var (plain, rest): ([UInt8], ArraySlice<UInt8>) = ([], text)
        while let byte = rest.first {
            if byte == UInt8(ascii: "&"),
                let (character, length) = reference(rest, onlyAmpersand: onlyAmpersand)
            {
                plain += character
                rest = rest.dropFirst(length)
            } else {
                plain.append(byte)
                rest = rest.dropFirst()
            }
        }
        return plain[...]
    }

    /// The longest reference, of a number.
    private static let longest = 10

    private static func reference(_ text: ArraySlice<UInt8>, onlyAmpersand: Bool) -> ([UInt8], Int)? {
        guard let end = text.prefix(longest).firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = String(decoding: text[(text.startIndex + 1)..<end], as: UTF8.self)
        let length = end - text.startIndex + 1
        if onlyAmpersand { return name == "amp" || name == "#38" ? ([UInt8(ascii: "&")], length) : nil }
        if let known = names[name] { return (Array(known.utf8), length) }
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let number =
            digits.hasPrefix("x") || digits.hasPrefix("X")
            ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let number, number >= 0x20, let scalar = Unicode.Scalar(number) else { return nil }
        return (Array(String(scalar).utf8), length)
    }

    private static let names = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–",
        "mdash": "—",
        "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "hellip": "…",
    ]
}
