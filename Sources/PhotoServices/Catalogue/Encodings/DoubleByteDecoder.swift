/// Decodes Shift_JIS, EUC-KR and Big5 (WHATWG Encoding Standard, sections 12.3.1, 13.1.1 and 11.1.1).
struct DoubleByteDecoder: TextDecoder {
    private let isShiftJIS: Bool
    private var table: PairTable
    /// Of an incomplete pair; 0 for none.
    private var lead: UInt8 = 0

    /// From what iconv calls `charset`; nil for other encodings.
    init?(_ charset: String) {
        guard ["CP932", "UHC", "BIG5-HKSCS"].contains(charset), let table = PairTable(charset) else { return nil }
        self.table = table
        isShiftJIS = charset == "CP932"
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer, to text: inout [UInt8]) {
        for byte in bytes {
            if lead != 0 {
                let isKnown = table.append(lead, byte, to: &text)
                lead = 0
                if isKnown { continue }
                text.appendError()
                // ASCII is never lost to an error.
                if byte >= 0x80 { continue }
            }
            switch byte {
            case ..<0x80: text.append(byte)
            case 0x80 where isShiftJIS: text.append("\u{80}" as Unicode.Scalar)
            case 0xA1...0xDF where isShiftJIS: text.appendKatakana(byte - 0xA1)
            case 0x81...0x9F, 0xE0...0xFC: lead = byte
            case 0xA0...0xDF, 0xFD, 0xFE:
                if isShiftJIS { text.appendError() } else { lead = byte }
            default: text.appendError()
            }
        }
    }

    mutating func finish(_ text: inout [UInt8]) {
        if lead != 0 { text.appendError() }
        lead = 0
    }
}
