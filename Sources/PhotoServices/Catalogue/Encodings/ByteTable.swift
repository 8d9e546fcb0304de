import PhotoCore

/// The characters of an encoding of one byte a character, as the WHATWG Encoding Standard has them (its index files).
///
/// iconv is asked once for each byte.
struct ByteTable: TextDecoder {
    /// In UTF-8, from the byte 0x80. The bytes before are ASCII.
    private let characters: [[UInt8]]

    /// Of the encoding that iconv calls `charset`; nil if it has characters of several bytes.
    init?(_ charset: String) {
        guard Self.families.contains(where: { charset.hasPrefix($0) }), let iconv = ByteConverter.charset(charset)
        else { return nil }
        let isOfWindows = charset.hasPrefix("WINDOWS-125")
        characters = (UInt8(0x80)...UInt8.max).map { byte in
            if let other = Self.others[charset]?[byte] { return Array(String(other).utf8) }
            if let known = iconv.character(of: [byte]) { return known }
            // What Windows leaves undefined is the control character of the same number.
            let control = isOfWindows && byte < 0xA0 ? Unicode.Scalar(byte) : "\u{FFFD}"
            return Array(String(control).utf8)
        }
    }

    private static let families = ["IBM866", "IBM1162", "ISO-8859-", "KOI8-", "MAC", "WINDOWS-125"]
    private static let others: [String: [UInt8: Unicode.Scalar]] = [
        "KOI8-U": [0xAE: "\u{45E}", 0xBE: "\u{40E}"],
        "MACINTOSH": [0xC6: "\u{2206}", 0xF0: "\u{F8FF}"],
        "MAC-UK": [0xFF: "\u{20AC}"],
        "WINDOWS-1255": [0xCA: "\u{5BA}"],
    ]

    func append(_ bytes: UnsafeRawBufferPointer, to text: inout [UInt8]) {
        for byte in bytes {
            if byte < 0x80 { text.append(byte) } else { text += characters[Int(byte) - 0x80] }
        }
    }

    func finish(_ text: inout [UInt8]) {}
}
