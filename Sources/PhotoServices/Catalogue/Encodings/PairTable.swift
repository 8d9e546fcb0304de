/// The characters that two bytes stand for in an encoding: the standard's index, as iconv has it but for a few
/// ``corrections``. Asks iconv once for each pair.
struct PairTable {
    private let converter: ByteConverter
    private let prefix: [UInt8]
    private let corrections: [UInt16: Unicode.Scalar]
    /// A character's UTF-8, the first byte lowest: none is longer, or contains a zero. 0 if iconv has not been asked.
    private var characters = [UInt32](repeating: 0, count: 1 << 16)

    private static let missing: UInt32 = 1

    /// Of the encoding that iconv calls `charset`, in which `prefix` comes before each pair; nil without it.
    init?(_ charset: String, prefix: [UInt8] = []) {
        guard let converter = ByteConverter.charset(charset) else { return nil }
        (self.converter, self.prefix) = (converter, prefix)
        corrections = Self.corrections[charset] ?? [:]
    }

    /// Appends the character of a pair to `text`. Returns whether there is one.
    mutating func append(_ lead: UInt8, _ trail: UInt8, to text: inout [UInt8]) -> Bool {
        let pair = UInt16(lead) << 8 | UInt16(trail)
        if characters[Int(pair)] == 0 { characters[Int(pair)] = find(pair) }
        var rest = characters[Int(pair)]
        if rest == Self.missing { return false }
        while rest != 0 {
            text.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
        return true
    }

    private func find(_ pair: UInt16) -> UInt32 {
        if let character = corrections[pair] { return Self.packed(Array(String(character).utf8)) ?? Self.missing }
        return converter.character(of: prefix + [UInt8(pair >> 8), UInt8(pair & 0xFF)]).flatMap(Self.packed)
            ?? Self.missing
    }

    private static func packed(_ bytes: [UInt8]) -> UInt32? {
        guard 1...4 ~= bytes.count else { return nil }
        return bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The pairs that the standard's index has and iconv's lacks or has otherwise.
    private static let corrections: [String: [UInt16: Unicode.Scalar]] = [
        "BIG5-HKSCS": big5,
        "GB18030": [
            0xA3A0: "\u{3000}", 0xFE51: "\u{E816}", 0xFE52: "\u{E817}", 0xFE53: "\u{E818}", 0xFE6C: "\u{E831}",
            0xFE76: "\u{E83B}", 0xFE91: "\u{E855}",
        ],
    ]

    private static let big5: [UInt16: Unicode.Scalar] = {
        var pairs: [UInt16: Unicode.Scalar] = [:]
        for sign in big5Signs.split(whereSeparator: \.isWhitespace) {
            if let pair = UInt16(sign.prefix(4), radix: 16) { pairs[pair] = sign.unicodeScalars.last }
        }
        // The pictures of the control characters.
        for control: UInt16 in 0...0x20 {
            pairs[0xA3C0 + control] = Unicode.Scalar(control == 0x20 ? 0x2421 : 0x2400 + control)
        }
        return pairs
    }()

    /// Pairs, each before its character: signs as Windows has them, and Chinese characters that Hong Kong's supplement
    /// once had in these places.
    private static let big5Signs = """
        8E69箸 8E6F簆 8E7E糎 8EAB緒 8EB4縝 8ECD者 8ED0耨 8F57菁 8F69蒨 8F6E萏 8FCB覦 8FCC覩 8FFE起 906D都 907A銹 90DC靜
        90F1響 91BF鼖 9244蔃 92AF兙 92B0兛 92B1兝 92B2兞 92C8鍮 92D1瑹 9447浧 94CA禛 95D9邗 9644靝 96ED瀞 96FC嬨 9B76爁
        9B78矗 9B7B纇 9BC6駖 9BDE釔 9BEC惞 9BF6澶 9C42輶 9C53侻 9C62營 9C68鄄 9C6B鷰 9C77菏 9CBC尐 9CBD秣 9CD0婧 9D57輋
        9D5A筑 9DC4拐 9EA9恢 9EEF痹 9EFD汊 9F60鬮 9F66鼗 9FCB僭 9FD8弌 A063蠏 A077拎 A0D5瑨 A0DF煢 A0E4牐 A145‧ A14E﹑
        A15A╴ A1C2¯ A1C3￣ A1C5ˍ A1E3～ A1F2⊕ A1F3⊙ A1FE／ A240＼ A241∕ A242﹨ A244￥ A246￠ A247￡ A2CC十 A2CE卅
        A3E1€ C6CF廴 C6D3无 C6D5癶 C6D7隶 C6DE〃 C6DF仝 FA5F倩 FA66偽 FABD包 FAC5卄 FAD5卿 FB48嘅 FBB8婷 FBF3幵 FBF9廐
        FC4F彘 FC6C悤 FCB9撐 FCE2晴 FCF1杞 FDB7沜 FDB8渝 FDBB港 FDF1煮 FE52猪 FE6F瑜 FEAA瓩 FEDD砉
        """
}
