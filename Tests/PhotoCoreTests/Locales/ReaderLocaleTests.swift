import Foundation
import Testing

@testable import PhotoCore

@Suite struct ReaderLocaleTests {
    @Test(arguments: [
        ("de_DE.UTF-8", "de_DE"), ("de_DE.UTF-8@euro", "de_DE"), ("de_DE@euro", "de_DE"), ("de", "de"),
        ("sr_RS@latin", "sr_Latn_RS"), ("uz_UZ.UTF-8@cyrillic", "uz_Cyrl_UZ"), ("ca_ES@valencia", "ca_ES"),
        ("C", "en_001"), ("C.UTF-8", "en_001"), ("POSIX", "en_001"), ("", "en_001"),
        ("_@latin", "en_001"), ("_", "en_001"), ("__.UTF-8@latin", "en_001"), ("@latin", "en_001"),
    ])
    func `A locale of the C library has Foundation's name`(name: String, expected: String) {
        #expect(ReaderLocale.identifier(of: name) == expected)
    }

    private func numbers(_ locale: String) -> NumberFormats { NumberFormats(locale: Locale(identifier: locale)) }

    @Test func `Numbers are grouped, and have the digits, that the locale has`() {
        #expect(numbers("de_DE").whole(1_234_567) == "1.234.567")
        #expect(numbers("hi_IN").whole(1_234_567) == "12,34,567")
        #expect(numbers("ar_EG").whole(1_234_567) == "١٬٢٣٤٬٥٦٧")
        #expect(numbers("ar_EG").plain(12_345) == "١٢٣٤٥")
        #expect(numbers("de_DE").plain(12_345) == "12345")
        #expect(numbers("ja_JP").decimal(1234.5, digits: 1) == "1,234.5")
        #expect(numbers("en_001").percent(0.456) == "46%")
        #expect(numbers("de_DE").percent(1) == "100\u{A0}%")
    }

    private func dates(_ locale: String, _ zone: String = "Europe/Berlin") throws -> DateText {
        DateText(ReaderLocale(Locale(identifier: locale), timeZone: try #require(TimeZone(identifier: zone))))
    }

    /// The kind of space depends on the locale.
    private func plain(_ text: String) -> String { text.map { $0.isWhitespace ? " " : String($0) }.joined() }

    @Test func `What says its zone is shown in the reader's, what says none as it is`() throws {
        let dates = try dates("de_DE")
        #expect(dates.text("2024-05-01T23:30:00Z") == "02.05.2024")
        #expect(dates.text("2024-05-01T23:30:00") == "01.05.2024")
        #expect(dates.text("2024-05-01") == "01.05.2024")
        #expect(plain(dates.fullText("2024-05-01T23:30:00Z")).contains("01:30:00"))
        #expect(plain(dates.fullText("2024-05-01T23:30:00")).contains("23:30:00"))
        #expect(plain(dates.fullText("2024-05-01 23:30:00-05:00")).hasPrefix("02.05.2024"))
        #expect(plain(dates.fullText("Wed, 01 May 2024 23:30:00 GMT")).contains("01:30:00"))
        #expect(dates.fullText("2024-05-01") == "01.05.2024")
        for same in ["1942", "1942-07", "the summer of 1942"] { #expect(dates.fullText(same) == same) }
    }

    @Test func `A camera's time is its own where it says no zone`() throws {
        let dates = try dates("de_DE")
        #expect(PhotoKnowledge.date("2024:05:17 14:03:22", zone: nil, dates).contains("14:03:22"))
        #expect(PhotoKnowledge.date("2024:05:17 14:03:22", zone: "+09:00", dates).contains("07:03:22"))
        #expect(PhotoKnowledge.date("long ago", zone: nil, dates) == "long ago")
    }

    @Test func `Dates have the locale's digits and order`() throws {
        #expect(try dates("ja_JP").text("2024-05-01") == "2024/05/01")
        #expect(try dates("ar_EG").text("2024-05-01").contains("٢٠٢٤"))
        #expect(try dates("en_001").text("2024-05-01") == "1 May 2024")
    }
}
