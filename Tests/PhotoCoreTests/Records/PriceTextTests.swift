import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite struct PriceTextTests {
    private let facts: CatalogueFacts = {
        var facts = CatalogueFacts()
        facts.rates = ["USD": 1, "GBP": 0.60, "JPY": 102.53]
        return facts
    }()

    private func text(_ price: Decimal, _ currency: String?, in locale: String) -> String {
        // The kind of space depends on the locale.
        PriceText(locale: Locale(identifier: locale)).text(price, currency, facts: facts)
            .map { $0.isWhitespace ? " " : String($0) }.joined()
    }

    @Test func `A price is written as the locale writes its currency`() {
        #expect(text(1200, "USD", in: "en_US") == "$1,200.00")
        #expect(text(Decimal(string: "1200.5")!, "EUR", in: "de_DE") == "1.200,50 €")
        #expect(text(1200, "JPY", in: "ja_JP").hasSuffix("1,200"))
    }

    @Test func `It is converted too where the catalogue gives rates`() {
        #expect(text(10, "USD", in: "en_GB") == "US$10.00 (£6.00)")
        #expect(text(60, "GBP", in: "en_US") == "£60.00 ($100.00)")
        #expect(text(10, "EUR", in: "en_US") == "€10.00")
    }

    @Test func `Digits are grouped as in the reader's country`() {
        #expect(text(1_234_567, "INR", in: "hi_IN") == "₹12,34,567.00")
    }

    @Test func `Without a currency it is a number, and what is no currency stays as it is`() {
        #expect(text(12, "points", in: "en_US") == "12 points")
        #expect(text(1200, nil, in: "en_US") == "1,200")
    }

    @Test func `Numbers of any size are prices or none, and can be shown and converted`() {
        var random = SeededGenerator(seed: 5)
        let parts = ["0", "1", "9", "99999999999999999999", ".", "-", "+", "e", "E", "127", "128", "-128", "0000"]
        let fixed = [
            "1e99999999999999999999", "1e-99999999999999999999", "9e127", "1e128", "-9e-128", "1e9223372036854775807",
            String(repeating: "9", count: 1000), "0." + String(repeating: "0", count: 1000) + "1", "", ".", "-", "e5",
            "1e", "1e+", "--1", "1.2.3",
        ]
        let made = (0..<2000).map { _ in
            (0..<Int.random(in: 1...6, using: &random)).compactMap { _ in parts.randomElement(using: &random) }.joined()
        }
        for text in fixed + made {
            guard let price = PhotoDetails.decimal(text) else { continue }
            var facts = CatalogueFacts()
            facts.rates = ["USD": price, "GBP": Decimal(string: "9e127") ?? 1, "EUR": Decimal(string: "1e-127") ?? 1]
            for currency in ["USD", "EUR", "GBP", nil] {
                let shown = PriceText(locale: Locale(identifier: "en_GB")).text(price, currency, facts: facts)
                #expect(!shown.isEmpty, "\(text)")
            }
        }
    }

    @Test func `A row says what there is, on one line`() throws {
        var builder = CatalogueBuilder()
        builder.add(.name, "Dunes")
        builder.add(.location, "dunes.jpg")
        builder.add(.price, "10")
        builder.add(.currency, "USD")
        builder.add(.description, "Sand,\n  and more sand")
        builder.add(.author, "A. Adams")
        builder.add(.date, "2024-05-01T10:00:00Z")
        try builder.endEntry(at: nil)
        try builder.append(name: "Plain", location: "plain.jpg")
        builder.facts = facts
        let catalogue = builder.finish(from: URL(fileURLWithPath: "/catalogue.json"))
        let prices = PriceText(locale: Locale(identifier: "en_GB"))
        let dates = DateText(ReaderLocale(Locale(identifier: "en_GB")))
        #expect(
            catalogue.summary(at: 0, prices: prices, dates: dates)
                == "US$10.00 (£6.00) · Sand, and more sand · A. Adams · 1 May 2024")
        #expect(catalogue.summary(at: 1, prices: prices).isEmpty)
    }

    @Test func `A date is written as the locale writes days; less than a day, or words, as they are`() {
        let text = DateText(ReaderLocale(Locale(identifier: "en_GB")))
        #expect(text.text("Wed, 01 May 2024 23:59:00 GMT") == "1 May 2024")
        for same in ["1942", "1942-07", "the summer of 1942"] { #expect(text.text(same) == same) }
    }
}
