/// Decodes text in one of the legacy encodings of the WHATWG Encoding Standard (https://encoding.spec.whatwg.org),
/// whose decoders these are: each byte, and each error, means what it means to browsers.
///
/// glibc's converters skip other bytes after an error, join letters with the marks that follow, and a few of their
/// characters are others. They serve as the tables.
protocol TextDecoder {
    /// Appends to `text`, in UTF-8, the characters that `bytes` complete. U+FFFD stands for an error.
    mutating func append(_ bytes: UnsafeRawBufferPointer, to text: inout [UInt8])

    /// The text has ended: an incomplete character is an error.
    mutating func finish(_ text: inout [UInt8])
}

extension [UInt8] {
    /// Appends it in UTF-8.
    mutating func append(_ character: Unicode.Scalar) { self += String(character).utf8 }

    mutating func appendError() { append("\u{FFFD}" as Unicode.Scalar) }

    /// Appends the half-width katakana at `index`, below 63, of JIS X 0201.
    mutating func appendKatakana(_ index: UInt8) {
        let place = index + 0x21
        self += [0xEF, 0xBD + place / 0x40, 0x80 + place % 0x40]
    }
}
