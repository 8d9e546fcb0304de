import Foundation
import Testing
import TestSupport

@testable import PhotoCore

@Suite struct TextFoldingTests {
    private func fold(_ text: String) -> String {
        var folding = TextFolding()
        return String(decoding: folding.fold(text), as: UTF8.self)
    }

    @Test(arguments: [
        ("Plain ASCII 12!", "plain ascii 12!"), ("Café", "cafe"), ("CAFE\u{301}", "cafe"), ("Straße", "strasse"),
        ("ΌΔΟΣ", "οδοσ"), ("οδός", "οδοσ"), ("İzmir", "izmir"), ("ISPARTA ısparta", "isparta isparta"),
        ("Łódź", "lodz"), ("Tromsø", "tromso"), ("Ærø", "aero"), ("Ｆｕｌｌ　ｗｉｄｔｈ", "full width"), ("ﬁn", "fin"),
        ("№ ²½", "no 21⁄2"), ("Việt Nam", "viet nam"), ("שָׁלוֹם", "שלום"), ("مُحَمَّد", "محمد"), ("Москва́", "москва"),
        ("Й", "и"),
        ("が", "か\u{3099}"), ("ไม้", "ไม้"), ("क़", "क\u{93C}"), ("a\u{200D}b\u{FEFF}c\u{AD}d", "abcd"),
        ("👩‍👩‍👧", "👩👩👧"), ("", ""),
        // Digits of Arabic, Persian, Hindi and Thai, wide and bold ones; yeh and kaf of Persian and of Arabic; kana.
        ("٢٠٢٤ ۲۰۲۴ २०२४ ๒๐๒๔ ２０２４ 𝟐𝟎𝟐𝟒", "2024 2024 2024 2024 2024 2024"), ("一 ½ Ⅳ", "一 1⁄2 iv"),
        ("\u{6A9}\u{6CC}\u{6C0}", "\u{643}\u{64A}\u{6D5}"), ("\u{643}\u{64A}\u{626}", "\u{643}\u{64A}\u{64A}"),
        ("カタカナ ｶﾀｶﾅ ㋐ ヶ ヽ", "かたかな かたかな あ ゖ ゝ"), ("コーヒー ㇰ", "こーひー ㇰ"), ("ヴ", "う\u{3099}"),
    ])
    func `Letters that a person takes for the same become the same`(_ text: String, _ expected: String) {
        #expect(fold(text).unicodeScalars.elementsEqual(expected.unicodeScalars), "\(fold(text))")
    }

    @Test func `Composed and decomposed text fold alike, and folded text stays as it is`() {
        for text in Finding.names(500, seed: 1) + ["Ǖ ở ё й ї ể ǭ ṩ", "각 깎 힣", "ｶﾞ", "ヷヾ ガ", "۲ ۀ ئ"] {
            #expect(
                fold(text.decomposedStringWithCanonicalMapping) == fold(text.precomposedStringWithCanonicalMapping),
                "\(text)")
            #expect(fold(fold(text)).unicodeScalars.elementsEqual(fold(text).unicodeScalars), "\(text)")
        }
    }

    @Test func `The fold of a text is the folds of its parts`() {
        for text in Finding.names(200, seed: 2) {
            let scalars = Array(text.unicodeScalars)
            let parts = scalars.map { fold(String($0)) }.joined()
            #expect(parts.unicodeScalars.elementsEqual(fold(text).unicodeScalars), "\(text)")
        }
    }

    @Test func `Bytes that are no UTF-8 fold to the replacement character, each by itself`() {
        let bytes: [UInt8] = [
            0x41, 0xFF, 0xC3, 0x42, 0xE2, 0x82, 0xC0, 0x80, 0xED, 0xA0, 0x80, 0xF4, 0x90, 0x80, 0x80, 0xC3,
        ]
        var (folding, out) = (TextFolding(), [UInt8]())
        bytes.withUnsafeBytes { folding.fold($0, into: &out) }
        let text = String(decoding: out, as: UTF8.self)
        #expect(text.filter { $0 != "\u{FFFD}" } == "ab")
        #expect(text.count == bytes.count)
    }

    @Test func `No scalar folds to more than four times its size`() {
        var folding = TextFolding()
        for value in UInt32(0)...0x2_FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let folded = folding.fold(String(scalar))
            #expect(folded.count <= 12)
        }
    }
}
