import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite struct CatalogueDateTests {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2020-02-29", 1_582_934_400), ("2020-02-29T12:34:56Z", 1_582_979_696),
            ("2020-02-29T12:34:56.5+01:00", 1_582_976_096.5), ("2020-02-29 12:34:56", 1_582_979_696),
            ("2020-02-29T12:34-0330", 1_582_992_240), ("2020-02", 1_580_515_200), ("2020", 1_577_836_800),
            ("20200229T123456Z", 1_582_979_696), ("Sat, 29 Feb 2020 12:34:56 GMT", 1_582_979_696),
            ("Sat, 29 Feb 2020 12:34:56 +0100", 1_582_976_096), ("29 Feb 20 12:34 EST", 1_582_997_640),
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("6 Nov 1994", 784_080_000), ("1969-12-31T23:59:59Z", -1), ("0001-01-01", -62_135_596_800),
        ])
    func `Dates as catalogues write them are read`(text: String, seconds: Double) {
        #expect(CatalogueDate.seconds(text) == seconds)
    }

    @Test(
        arguments: [
            "", " ", "x", "2020-13-01", "2021-02-29", "2020-02-29T", "2020-02-29T25:00Z", "2020-02-29Tx", "29 Foo 2020",
            "Sat,", "2020-02-29x", "12", "Sat, 29 Feb 2020 99:00", "2020-00-10", "-", "2020-02-29T10:00:00+",
        ])
    func `What is no date is none`(text: String) { #expect(CatalogueDate.seconds(text) == nil) }

    @Test func `Every year from 0 to 9999 begins where the one before ends, in all forms`() {
        let reader = DateText(ReaderLocale(Locale(identifier: "en_GB")))
        var day = -719_528
        for year in 0...9999 {
            let digits = String(String(10_000 + year).dropFirst())
            #expect(CatalogueDate.seconds("\(digits)-01-01") == Double(day) * 86400)
            #expect(CatalogueDate.seconds("Sat, 01 Jan \(digits) 00:00:00 GMT") == Double(day) * 86400)
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            #expect((CatalogueDate.seconds("\(digits)-02-29") != nil) == isLeap)
            day += isLeap ? 366 : 365
            #expect(CatalogueDate.seconds("\(digits)-12-31T23:59:60+00:00") == Double(day) * 86400)
            if year % 97 == 0 { #expect(!reader.fullText("\(digits)-12-31T23:59:60-99:99").isEmpty) }
        }
        for text in ["10000-01-01", "-0001-01-01", "99999999999999999999-01-01", "+2024-01-01"] {
            #expect(CatalogueDate.seconds(text) == nil, "\(text)")
        }
    }

    @Test func `Text of the signs of dates is a finite number or no date, and can be shown`() {
        var random = SeededGenerator(seed: 27)
        let reader = DateText(ReaderLocale(Locale(identifier: "de_DE")))
        let parts = [
            "1970", "0000", "9999", "99", "0", "-", ":", "T", "Z", " ", "+", ".", ",", "Jan", "dec", "GMT", "EST",
        ]
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...12, using: &random)
            let text = (0..<count).compactMap { _ in parts.randomElement(using: &random) }.joined()
            if let seconds = CatalogueDate.seconds(text) {
                // A year of four digits, and zones of up to 99 hours and 99 minutes.
                #expect((-62_168_000_000...253_403_000_000).contains(seconds), "\(text)")
                #expect(!reader.text(text).isEmpty)
            }
            _ = CatalogueDate.clock(of: text)
        }
    }

    @Test func `Every day of 400 years has its number`() {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
        for day in stride(from: -73_000, to: 73_000, by: 37) {
            let date = Date(timeIntervalSince1970: Double(day) * 86400)
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            let text = String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
            #expect(CatalogueDate.seconds(text) == Double(day) * 86400)
        }
    }
}
