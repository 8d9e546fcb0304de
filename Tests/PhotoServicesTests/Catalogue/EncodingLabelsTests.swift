import Foundation
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

@Suite("Labels of encodings")
struct EncodingLabelsTests {
    /// An encoding of the WHATWG Encoding Standard, all its labels, and bytes with their meaning in it.
    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        let labels: String
        let bytes: [UInt8]
        let text: String

        init(_ name: String, _ bytes: [UInt8], _ text: String, _ labels: String) {
            (self.name, self.labels, self.bytes, self.text) = (name, labels, bytes, text)
        }
        var testDescription: String { name }
    }

    /// The standard's table (section 4.2), without UTF-8. The bytes of each mean something else in all that are easily
    /// taken for it.
    private static let table = [
        Sample("IBM866", [0x8F, 0xF0, 0xFC], "ПЁ№", "866 cp866 csibm866 ibm866"),
        Sample(
            "ISO-8859-2", [0xA1, 0xB1, 0xA9], "ĄąŠ",
            "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2"),
        Sample(
            "ISO-8859-3", [0xA1, 0xA9, 0xB1], "Ħİħ",
            "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3"),
        Sample(
            "ISO-8859-4", [0xA2, 0xA9, 0xBF], "ĸŠŋ",
            "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4"),
        Sample(
            "ISO-8859-5", [0xBF, 0xF0, 0xA1], "П№Ё",
            "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988"),
        Sample(
            "ISO-8859-6", [0xC7, 0xE4, 0xBF], "ال؟",
            "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e iso-8859-6-i "
                + "iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987"),
        Sample(
            "ISO-8859-7", [0xC1, 0xA4, 0xB6], "Α€Ά",
            "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7 "
                + "iso_8859-7:1987 sun_eu_greek"),
        Sample(
            "ISO-8859-8", [0xE0, 0xF9, 0xAA], "אש×",
            "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 "
                + "iso_8859-8:1988 visual"),
        Sample("ISO-8859-8-I", [0xE0, 0xF9, 0xAA], "אש×", "csiso88598i iso-8859-8-i logical"),
        Sample(
            "ISO-8859-10", [0xA2, 0xA3, 0xBD], "ĒĢ―",
            "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6"),
        Sample("ISO-8859-13", [0xA1, 0xE0, 0xFF], "”ą’", "iso-8859-13 iso8859-13 iso885913"),
        Sample("ISO-8859-14", [0xA1, 0xD0, 0xF0], "ḂŴŵ", "iso-8859-14 iso8859-14 iso885914"),
        Sample(
            "ISO-8859-15", [0xA4, 0xBD, 0xA6], "€œŠ",
            "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9"),
        Sample("ISO-8859-16", [0xA4, 0xA5, 0xAA], "€„Ș", "iso-8859-16"),
        Sample("KOI8-R", [0xF0, 0xC1, 0xA4], "Па╓", "cskoi8r koi koi8 koi8-r koi8_r"),
        Sample("KOI8-U", [0xF0, 0xC1, 0xA4, 0xB7], "ПаєЇ", "koi8-ru koi8-u"),
        Sample("macintosh", [0x80, 0xDB, 0xD2], "Ä€“", "csmacintosh mac macintosh x-mac-roman"),
        Sample(
            "windows-874", [0xA1, 0x80, 0x93], "ก€“",
            "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874"),
        Sample("windows-1250", [0x93, 0xA5, 0x9C], "“Ąś", "cp1250 windows-1250 x-cp1250"),
        Sample("windows-1251", [0x93, 0xCF, 0xA8], "“ПЁ", "cp1251 windows-1251 x-cp1251"),
        Sample(
            "windows-1252", [0x80, 0x93, 0xE9], "€“é",
            "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 "
                + "iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252"),
        Sample("windows-1253", [0x93, 0xC1, 0xA2], "“ΑΆ", "cp1253 windows-1253 x-cp1253"),
        Sample(
            "windows-1254", [0x93, 0xDD, 0xFE], "“İş",
            "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 "
                + "windows-1254 x-cp1254"),
        Sample("windows-1255", [0x93, 0xE0, 0xA4], "“א₪", "cp1255 windows-1255 x-cp1255"),
        Sample("windows-1256", [0x93, 0xC7, 0x81], "“اپ", "cp1256 windows-1256 x-cp1256"),
        Sample("windows-1257", [0x93, 0xE0, 0xAF], "“ąÆ", "cp1257 windows-1257 x-cp1257"),
        Sample("windows-1258", [0x93, 0xD0, 0xFE], "“Đ₫", "cp1258 windows-1258 x-cp1258"),
        Sample("x-mac-cyrillic", [0x8F, 0xB4, 0xA2], "ПіҐ", "x-mac-cyrillic x-mac-ukrainian"),
        Sample(
            "GBK", [0xD6, 0xD0, 0x81, 0x40], "中丂",
            "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk"),
        Sample("gb18030", [0xD6, 0xD0, 0x81, 0x30, 0x81, 0x30], "中\u{80}", "gb18030"),
        Sample("Big5", [0xA4, 0xA4, 0xFA, 0x40], "中𠕇", "big5 big5-hkscs cn-big5 csbig5 x-x-big5"),
        Sample("EUC-JP", [0xC6, 0xFC, 0xAD, 0xA1], "日①", "cseucpkdfmtjapanese euc-jp x-euc-jp"),
        Sample("ISO-2022-JP", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42], "日", "csiso2022jp iso-2022-jp"),
        Sample(
            "Shift_JIS", [0x93, 0xFA, 0x87, 0x40], "日①",
            "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis"),
        Sample(
            "EUC-KR", [0xC7, 0xD1, 0x81, 0x41], "한갂",
            "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949"
        ),
        Sample(
            "replacement", Array("x = 1".utf8), "\u{FFFD}",
            "csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr replacement"),
        Sample("UTF-16BE", [0, 0xE9, 0x20, 0xAC], "é€", "unicodefffe utf-16be"),
        Sample(
            "UTF-16LE", [0xE9, 0, 0xAC, 0x20], "é€",
            "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le"),
        // Bytes without a meaning of their own, for which web pages take Windows-1252.
        Sample("x-user-defined", [0x80, 0xE9], "€é", "x-user-defined"),
    ]

    private static func text(_ bytes: [UInt8], in charset: String) throws -> String {
        var transform = CharsetTransform(charset)
        var out: [UInt8] = []
        let append = { (piece: UnsafeRawBufferPointer) throws(CatalogueFailure) in out.append(contentsOf: piece) }
        try bytes.withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in
            try transform.transform(bytes, next: append)
        }
        try transform.finish(next: append)
        return String(decoding: out, as: UTF8.self)
    }

    @Test(arguments: table)
    func `Every label means what it means to browsers, in any case`(sample: Sample) throws {
        for label in sample.labels.split(separator: " ").map(String.init) {
            for label in [label, label.uppercased()] {
                let name = try #require(EncodingLabels.iconvName(of: label), "\(label)")
                #expect(try Self.text(sample.bytes, in: name) == sample.text, "\(label)")
            }
        }
    }

    /// Encodings of one byte a character, and the bytes to which the standard gives no character.
    private static let unassigned: [(String, [ClosedRange<UInt8>])] = [
        ("ibm866", []), ("iso-8859-2", []), ("iso-8859-4", []), ("iso-8859-5", []), ("iso-8859-10", []),
        ("iso-8859-13", []), ("iso-8859-14", []), ("iso-8859-15", []), ("iso-8859-16", []), ("koi8-r", []),
        ("koi8-u", []), ("macintosh", []), ("x-mac-cyrillic", []), ("windows-1250", []), ("windows-1251", []),
        ("windows-1252", []), ("windows-1254", []), ("windows-1256", []), ("windows-1258", []),
        ("iso-8859-3", [0xA5...0xA5, 0xAE...0xAE, 0xBE...0xBE, 0xC3...0xC3, 0xD0...0xD0, 0xE3...0xE3, 0xF0...0xF0]),
        (
            "iso-8859-6",
            [0xA1...0xA3, 0xA5...0xAB, 0xAE...0xBA, 0xBC...0xBE, 0xC0...0xC0, 0xDB...0xDF, 0xF3...0xFF]
        ),
        ("iso-8859-7", [0xAE...0xAE, 0xD2...0xD2, 0xFF...0xFF]),
        ("iso-8859-8", [0xA1...0xA1, 0xBF...0xDE, 0xFB...0xFC, 0xFF...0xFF]),
        ("windows-874", [0xDB...0xDE, 0xFC...0xFF]), ("windows-1253", [0xAA...0xAA, 0xD2...0xD2, 0xFF...0xFF]),
        ("windows-1255", [0xD9...0xDF, 0xFB...0xFC, 0xFF...0xFF]), ("windows-1257", [0xA1...0xA1, 0xA5...0xA5]),
    ]

    @Test(arguments: unassigned)
    func `Each byte of an encoding of single bytes has a character, or none in the standard`(
        _ label: String, _ missing: [ClosedRange<UInt8>]
    ) throws {
        let name = try #require(EncodingLabels.iconvName(of: label))
        let bytes = (0...UInt8.max).map { $0 }
        let characters = try bytes.map { try Self.text([$0], in: name) }
        for byte in bytes {
            let isMissing = missing.contains { $0.contains(byte) }
            #expect((characters[Int(byte)] == "\u{FFFD}") == isMissing, "\(byte)")
            #expect(characters[Int(byte)].unicodeScalars.count == 1)
        }
        // No two bytes are one character, and all together are what each is alone.
        let scalars = Set(characters.flatMap(\.unicodeScalars)).subtracting(["\u{FFFD}"])
        #expect(scalars.count == bytes.count - missing.map(\.count).reduce(0, +))
        #expect(try Self.text(bytes, in: name) == characters.joined())
    }

    @Test(
        arguments: [
            ("koi8-u", [0xAE, 0xBE, 0x41, 0xAE], "ўЎAў"), ("macintosh", [0xC6, 0xF0], "\u{2206}\u{F8FF}"),
            ("x-mac-cyrillic", [0xFF, 0xC0], "€ј"), ("windows-1255", [0xCA], "\u{5BA}"),
            ("latin1", [0x81, 0x8D, 0x80], "\u{81}\u{8D}€"), ("windows-1253", [0x81, 0xAA, 0xC1], "\u{81}\u{FFFD}Α"),
            ("gbk", [0x80, 0xC4, 0xE3, 0x80, 0x31], "€你€1"), ("gb18030", [0x81, 0x80, 0x80], "\u{4E90}€"),
            ("big5", [0x88, 0x66], "\u{CA}"), ("big5", [0x88, 0x66, 0xFF, 0x41], "\u{CA}\u{FFFD}A"),
            ("windows-1258", [0x41, 0xCC, 0x61], "A\u{300}a"), ("windows-1255", [0xE0, 0xC7], "\u{5D0}\u{5B7}"),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x24, 0x22, 0xFF, 0x24, 0x22], "あ\u{FFFD}あ"),
            ("shift_jis", [0x80, 0x82, 0xA0], "\u{80}あ"),
        ] as [(String, [UInt8], String)])
    func `Bytes have the characters that browsers give them`(_ label: String, _ bytes: [UInt8], _ text: String) throws {
        let name = try #require(EncodingLabels.iconvName(of: label))
        #expect(Array(try Self.text(bytes, in: name).unicodeScalars) == Array(text.unicodeScalars))
    }

    /// Characters of several bytes: how many of them the standard has, and the SHA-256 of the text of all, of which
    /// those it lacks are errors. From its index files.
    struct Index: Sendable, CustomTestStringConvertible {
        let label: String
        let sum: String
        let bytes: @Sendable () -> [UInt8]

        init(_ label: String, _ sum: String, _ bytes: @escaping @Sendable () -> [UInt8]) {
            (self.label, self.sum, self.bytes) = (label, sum, bytes)
        }
        var testDescription: String { label }
    }

    private static func pairs(
        _ leads: [ClosedRange<UInt8>], _ trails: ClosedRange<UInt8>, after prefix: [UInt8] = []
    ) -> [UInt8] {
        leads.joined().flatMap { lead in trails.flatMap { prefix + [lead, $0] } }
    }

    private static let indexes = [
        Index("shift_jis", "8743ae14feffaf877d9becc642aa9b0a3092cf9fe4151b8da0479f6dc9a63fa4") {
            pairs([0x81...0x9F, 0xE0...0xFC], 0x40...0xFF)
        },
        Index("euc-kr", "f356fc2a66e6edbd81de8808bf0e175e4200770e0e3e164b761eac86376c6ff5") {
            pairs([0x81...0xFE], 0x40...0xFF)
        },
        Index("big5", "091108aff3a246d4c9c6e87db0b7729fbaf08b54b2b2e8784eb8eaff06687965") {
            pairs([0x81...0xFE], 0x40...0xFF)
        },
        Index("gbk", "fad99e219461e4828a106ef23da5f59597a4264d7a2e3940d1fd94ff26a9a1a7") {
            pairs([0x81...0xFE], 0x40...0xFF)
        },
        // Characters of four bytes: all of the basic plane, and some of the others.
        Index("gb18030", "3dccedca917169c62100d97d91f8c842840648ace78b6213d1222784b9b43b0e") {
            (Array(0..<39_420) + Array(stride(from: 189_000, to: 1_237_576, by: 997))).flatMap { pointer in
                let (tens, ones) = pointer.quotientAndRemainder(dividingBy: 10)
                let (row, cell) = tens.quotientAndRemainder(dividingBy: 126)
                return [0x81 + UInt8(row / 10), 0x30 + UInt8(row % 10), 0x81 + UInt8(cell), 0x30 + UInt8(ones)]
            }
        },
        Index("euc-jp", "8b9d7687f583029797ed84a4a36174042f043044329c8d60840add0fbb9ec2a3") {
            pairs([0xA1...0xFE], 0xA1...0xFE)
        },
        // JIS X 0212.
        Index("x-euc-jp", "5eea0e0164f2e9dfc266f9cfbeb3b2e602791be1ae231b946d067efac3dc29c7") {
            pairs([0xA1...0xFE], 0xA1...0xFE, after: [0x8F])
        },
        Index("iso-2022-jp", "8b9d7687f583029797ed84a4a36174042f043044329c8d60840add0fbb9ec2a3") {
            [0x1B, 0x24, 0x42] + pairs([0x21...0x7E], 0x21...0x7E)
        },
    ]

    @Test(arguments: indexes)
    func `Each character of several bytes is the standard's, or an error in both`(index: Index) throws {
        let text = try Self.text(index.bytes(), in: #require(EncodingLabels.iconvName(of: index.label)))
        let sum = SHA256()
        sum.add(Data(text.utf8))
        #expect(sum.digest.map { String(format: "%02x", $0) }.joined() == index.sum)
    }

    @Test(
        arguments: [
            // An incomplete character is one error, and the ASCII after it stays.
            ("shift_jis", [0x81], "�"), ("shift_jis", [0x81, 0x22], "�\""), ("shift_jis", [0x81, 0xFF, 0x41], "�A"),
            ("shift_jis", [0xA0, 0xFD, 0xB1], "��ｱ"), ("euc-kr", [0x80, 0xFF, 0xB0, 0x3C], "���<"),
            ("big5", [0xA4, 0x22, 0xA4], "�\"�"), ("big5", [0x88, 0x62], "\u{CA}\u{304}"),
            ("euc-jp", [0x8E, 0xB1, 0x8E, 0xE0, 0x8E, 0x41], "ｱ��A"),
            ("euc-jp", [0x8F, 0xA2, 0x41, 0x8F, 0xA2], "�A�"),
            ("euc-jp", [0x8F, 0x41, 0xA4, 0xA2, 0x80], "�Aあ�"), ("euc-jp", [0x8F, 0xB0, 0xA1, 0xB0, 0xA1], "丂亜"),
            ("gb18030", [0x81, 0x30, 0x41], "�0A"), ("gb18030", [0x81, 0x30, 0x81, 0x41], "�0\u{4E04}"),
            ("gb18030", [0x81, 0x30, 0x81], "�"), ("gb18030", [0xE3, 0x32, 0x9A, 0x36], "�"),
            ("gb18030", [0x84, 0x31, 0xA4, 0x39, 0xFF], "\u{FFFF}�"),
            // Escape sequences: an unknown one, two after each other, and one at the end.
            ("iso-2022-jp", [0x1B, 0x28, 0x4A, 0x5C, 0x7E, 0x1B, 0x28, 0x42, 0x5C], "¥‾\\"),
            ("iso-2022-jp", [0x1B, 0x28, 0x49, 0x31, 0x60, 0x1B, 0x28, 0x42, 0x31], "ｱ�1"),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x1B, 0x28, 0x42, 0x41], "�A"), ("iso-2022-jp", [0x1B, 0x24], "�$"),
            ("iso-2022-jp", [0x1B, 0x24, 0x43, 0x1B, 0x41, 0x0E], "�$C�A�"), ("iso-2022-jp", [0x1B], "�"),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x24, 0x1B, 0x28, 0x42, 0x41], "�A"),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x24, 0x22, 0x24], "あ�"),
        ] as [(String, [UInt8], String)])
    func `Errors are those of browsers, whole and byte by byte`(_ label: String, _ bytes: [UInt8], _ text: String)
        throws
    {
        let name = try #require(EncodingLabels.iconvName(of: label))
        #expect(Array(try Self.text(bytes, in: name).unicodeScalars) == Array(text.unicodeScalars))
        var transform = CharsetTransform(name)
        var out: [UInt8] = []
        let append = { (piece: UnsafeRawBufferPointer) throws(CatalogueFailure) in out.append(contentsOf: piece) }
        for byte in bytes {
            try [byte].withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in
                try transform.transform(bytes, next: append)
            }
        }
        try transform.finish(next: append)
        #expect(Array(String(decoding: out, as: UTF8.self).unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test func `There are as many as the standard has, and each once`() {
        let labels = Self.table.flatMap { $0.labels.split(separator: " ") }
        // Of 228, six are UTF-8's.
        #expect(labels.count == 222 && Set(labels).count == labels.count)
    }

    @Test(arguments: ["unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "utf-8", "utf8", "x-unicode20utf8"])
    func `The other labels of the standard mean UTF-8, in any case`(label: String) {
        #expect(EncodingLabels.isUTF8(label) && EncodingLabels.isUTF8(label.uppercased()))
    }

    @Test func `No label of another encoding means UTF-8`() {
        let labels = Self.table.flatMap { $0.labels.split(separator: " ").map(String.init) }
        #expect(!(labels + ["utf-7", "UTF-32", "cesu-8", "", "utf-8 "]).contains { EncodingLabels.isUTF8($0) })
    }

    @Test(arguments: [
        "utf-8", "UTF8", "unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "x-unicode20utf8", "utf-7", "UTF-32",
        "ebcdic-us", "ibm037", "cesu-8", "bocu-1", "", "nonsense", "../../etc/passwd", "latin1//TRANSLIT",
    ])
    func `What is UTF-8, or in no table, is left to the bytes`(label: String) {
        #expect(EncodingLabels.iconvName(of: label) == nil)
    }

    @Test(arguments: [
        ("ISO-8859-1", [0x93, 0xE9, 0x94], "“é”"), ("us-ascii", [0x80], "€"), ("latin2", [0xB1], "ą"),
        ("UTF-7", [0x2B, 0x41, 0x4F, 0x6B, 0x2D], "+AOk-"),
        ("nonsense", [0xC3, 0xA9], "é"), ("utf-8", [0xC3, 0xA9], "é"),
    ])
    func `XML's labels mean the same`(label: String, bytes: [UInt8], name: String) {
        let start = "<?xml version=\"1.0\" encoding=\"\(label)\"?>\n<plist><dict><key>"
        let document = Array(start.utf8) + bytes + Array("</key><string>1.jpg</string></dict></plist>".utf8)
        for pieceByteCount in [1, 1000] {
            let outcome = ReadOutcome(
                document, from: TestSupport.Sample.url("http://h/x"), contentType: "text/xml", as: .standard,
                pieceByteCount: pieceByteCount)
            #expect(outcome.failure == nil && outcome.texts(.name) == [name])
        }
    }

    @Test func `An encoding in which text can hide is not read`() {
        let outcome = ReadOutcome(
            Array("http://h/1.jpg\nhttp://h/2.jpg\n".utf8), from: TestSupport.Sample.url("http://h/x"),
            contentType: "text/plain; charset=iso-2022-kr", as: .standard)
        #expect(outcome.catalogue.count == 0 && outcome.failure != nil)
    }
}
