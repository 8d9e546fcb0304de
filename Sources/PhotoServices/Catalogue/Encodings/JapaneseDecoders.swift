/// The characters of JIS X 0208 with the extensions of NEC and IBM: the standard's index of that name. Windows-31J has
/// the same, in other places.
private struct JISTable {
    private var table: PairTable

    init?() {
        guard let table = PairTable("CP932") else { return nil }
        self.table = table
    }

    /// Appends the character in a row and a cell, both from 0 to 93. Returns whether there is one.
    mutating func append(row: UInt8, cell: UInt8, to text: inout [UInt8]) -> Bool {
        let lead = row / 2 + (row < 62 ? 0x81 : 0xC1)
        let trail = row % 2 == 0 ? cell + (cell < 63 ? 0x40 : 0x41) : cell + 0x9F
        return table.append(lead, trail, to: &text)
    }
}

/// Decodes EUC-JP (WHATWG Encoding Standard, section 12.1.1).
struct EUCJPDecoder: TextDecoder {
    private var table: JISTable
    /// JIS X 0212, after the byte 0x8F.
    private var supplement: PairTable
    private var isSupplement = false
    /// Of an incomplete character; 0 for none.
    private var lead: UInt8 = 0

    private static let katakana: UInt8 = 0x8E
    private static let supplementary: UInt8 = 0x8F
    private static let pairs: ClosedRange<UInt8> = 0xA1...0xFE

    init?() {
        guard let table = JISTable(), let supplement = PairTable("EUC-JP", prefix: [Self.supplementary]) else {
            return nil
        }
        (self.table, self.supplement) = (table, supplement)
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer, to text: inout [UInt8]) {
        for byte in bytes {
            if lead == Self.supplementary, Self.pairs.contains(byte) {
                (isSupplement, lead) = (true, byte)
                continue
            }
            if lead != 0 {
                let isKnown = appendPair(lead, byte, to: &text)
                (isSupplement, lead) = (false, 0)
                if isKnown { continue }
                text.appendError()
                // ASCII is never lost to an error.
                if byte >= 0x80 { continue }
            }
            switch byte {
            case ..<0x80: text.append(byte)
            case Self.katakana, Self.supplementary, Self.pairs: lead = byte
            default: text.appendError()
            }
        }
    }

    private mutating func appendPair(_ lead: UInt8, _ trail: UInt8, to text: inout [UInt8]) -> Bool {
        if lead == Self.katakana {
            guard 0xA1...0xDF ~= trail else { return false }
            text.appendKatakana(trail - 0xA1)
            return true
        }
        guard Self.pairs.contains(lead), Self.pairs.contains(trail) else { return false }
        if isSupplement { return supplement.append(lead, trail, to: &text) }
        return table.append(row: lead - 0xA1, cell: trail - 0xA1, to: &text)
    }

    mutating func finish(_ text: inout [UInt8]) {
        if lead != 0 { text.appendError() }
        (isSupplement, lead) = (false, 0)
    }
}

/// Decodes ISO-2022-JP (WHATWG Encoding Standard, section 12.2.1), whose escape sequences switch between sets.
struct ISO2022JPDecoder: TextDecoder {
    private enum CharacterSet {
        case ascii, roman, katakana, pairs
    }
    private enum Place {
        case character
        case trail(lead: UInt8)
        /// After an escape character.
        case escape
        /// After an escape character and this byte.
        case escaped(UInt8)
    }
    private var table: JISTable
    private var set = CharacterSet.ascii
    private var place = Place.character
    /// Whether a set was chosen and nothing has followed: another choice is an error then, for it could hide text.
    private var hasChosen = false

    init?() {
        guard let table = JISTable() else { return nil }
        self.table = table
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer, to text: inout [UInt8]) {
        for byte in bytes { take(byte, &text) }
    }

    private mutating func take(_ byte: UInt8, _ text: inout [UInt8]) {
        switch place {
        case .character: takeFirst(byte, &text)
        case .trail(let lead):
            switch byte {
            case 0x1B:
                place = .escape
                text.appendError()
            case 0x21...0x7E:
                place = .character
                if !table.append(row: lead - 0x21, cell: byte - 0x21, to: &text) { text.appendError() }
            default:
                place = .character
                text.appendError()
            }
        case .escape:
            if byte == UInt8(ascii: "$") || byte == UInt8(ascii: "(") {
                place = .escaped(byte)
            } else {
                failEscape(&text)
                take(byte, &text)
            }
        case .escaped(let first):
            if let chosen = Self.set(first, byte) {
                (set, place) = (chosen, .character)
                if hasChosen { text.appendError() }
                hasChosen = true
            } else {
                failEscape(&text)
                take(first, &text)
                take(byte, &text)
            }
        }
    }

    private mutating func takeFirst(_ byte: UInt8, _ text: inout [UInt8]) {
        if byte == 0x1B {
            place = .escape
            return
        }
        hasChosen = false
        switch (set, byte) {
        case (.roman, 0x5C): text.append("¥" as Unicode.Scalar)
        case (.roman, 0x7E): text.append("‾" as Unicode.Scalar)
        case (.ascii, 0x0E...0x0F), (.roman, 0x0E...0x0F): text.appendError()
        case (.ascii, ..<0x80), (.roman, ..<0x80): text.append(byte)
        case (.katakana, 0x21...0x5F): text.appendKatakana(byte - 0x21)
        case (.pairs, 0x21...0x7E): place = .trail(lead: byte)
        default: text.appendError()
        }
    }

    private mutating func failEscape(_ text: inout [UInt8]) {
        (place, hasChosen) = (.character, false)
        text.appendError()
    }

    private static func set(_ first: UInt8, _ second: UInt8) -> CharacterSet? {
        switch (first, second) {
        case (UInt8(ascii: "("), UInt8(ascii: "B")): .ascii
        case (UInt8(ascii: "("), UInt8(ascii: "J")): .roman
        case (UInt8(ascii: "("), UInt8(ascii: "I")): .katakana
        case (UInt8(ascii: "$"), UInt8(ascii: "@")), (UInt8(ascii: "$"), UInt8(ascii: "B")): .pairs
        default: nil
        }
    }

    mutating func finish(_ text: inout [UInt8]) {
        switch place {
        case .character: break
        case .trail:
            place = .character
            text.appendError()
        case .escape: failEscape(&text)
        case .escaped(let first):
            failEscape(&text)
            take(first, &text)
            finish(&text)
        }
    }
}
