/// The encoding of most western European text that is not Unicode: windows-1252, which the WHATWG Encoding Standard
/// also reads where ISO 8859-1 is declared.
enum Windows1252 {
    /// The text of these bytes. Every byte means a character; the five that Microsoft left out are control characters.
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        String(String.UnicodeScalarView(bytes.map(scalar)))
    }

    /// The byte of a character; nil if it has none.
    static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
        if scalar.value < 0x100 { return UInt8(scalar.value) }
        return own.firstIndex(of: scalar).map { 0x80 + UInt8($0) }
    }

    private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
        let scalar = own[Int(byte) - 0x80]
        return scalar == " " ? Unicode.Scalar(byte) : scalar
    }

    /// The characters of the bytes 0x80 to 0x9F; a space stands where there is none.
    private static let own = Array("€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ".unicodeScalars)
}
