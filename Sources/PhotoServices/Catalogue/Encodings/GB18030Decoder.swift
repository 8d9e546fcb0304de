/// Decodes GB18030 and with it GBK (WHATWG Encoding Standard, section 10.2.1): characters of one, two and four bytes.
struct GB18030Decoder: TextDecoder {
    private var table: PairTable
    private let converter: ByteConverter
    /// Of an incomplete character, at most three.
    private var begun: [UInt8] = []

    private static let leads: ClosedRange<UInt8> = 0x81...0xFE
    private static let digits: ClosedRange<UInt8> = 0x30...0x39

    init?() {
        guard let table = PairTable("GB18030"), let converter = ByteConverter.charset("GB18030") else { return nil }
        (self.table, self.converter) = (table, converter)
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer, to text: inout [UInt8]) {
        for byte in bytes { take(byte, &text) }
    }

    private mutating func take(_ byte: UInt8, _ text: inout [UInt8]) {
        switch begun.count {
        case 0: takeFirst(byte, &text)
        case 1 where Self.digits.contains(byte), 2 where Self.leads.contains(byte): begun.append(byte)
        case 1:
            let lead = begun[0]
            begun.removeAll(keepingCapacity: true)
            if table.append(lead, byte, to: &text) { return }
            text.appendError()
            // ASCII is never lost to an error.
            if byte < 0x80 { text.append(byte) }
        case 3 where Self.digits.contains(byte):
            let bytes = begun + [byte]
            begun.removeAll(keepingCapacity: true)
            if let character = character(of: bytes) { text += character } else { text.appendError() }
        default:
            let again = begun.dropFirst() + [byte]
            begun.removeAll(keepingCapacity: true)
            text.appendError()
            for byte in again { take(byte, &text) }
        }
    }

    private mutating func takeFirst(_ byte: UInt8, _ text: inout [UInt8]) {
        switch byte {
        case ..<0x80: text.append(byte)
        case 0x80: text.append("€" as Unicode.Scalar)
        case Self.leads: begun.append(byte)
        default: text.appendError()
        }
    }

    /// The UTF-8 of a character of four bytes. iconv lacks those that moved here from two bytes.
    private func character(of bytes: [UInt8]) -> [UInt8]? {
        let digits = [(0x81, 10), (0x30, 126), (0x81, 10), (0x30, 1)]
        let pointer = zip(bytes, digits).reduce(0) { sum, next in (sum + Int(next.0) - next.1.0) * next.1.1 }
        for (moved, first) in [(19_057...19_064, 0x9FB4), (39_076...39_085, 0xFE10)] where moved.contains(pointer) {
            return Unicode.Scalar(UInt32(first + pointer - moved.lowerBound)).map { Array(String($0).utf8) }
        }
        return converter.character(of: bytes)
    }

    mutating func finish(_ text: inout [UInt8]) {
        if !begun.isEmpty { text.appendError() }
        begun.removeAll()
    }
}
