import Foundation
import Testing

@testable import PhotoCore

@Suite("The headings of a timeline")
@MainActor
struct TimelineTextTests {
    private let may = TimelineDay(TimelineMonth(year: 2024, month: 5), day: 28)
    private let september = TimelineMonth(year: 2024, month: 9)

    private func headings(_ locale: String) -> [String] {
        let text = TimelineText(ReaderLocale(Locale(identifier: locale)))
        return [false, true].flatMap { isBrief in
            [text.heading(of: may, isBrief: isBrief), text.heading(of: september, isBrief: isBrief)]
        }
    }

    @Test func `A brief heading has the same day and month in fewer letters`() {
        #expect(headings("en_US") == ["Tuesday, May 28", "September 2024", "Tue, May 28", "Sep 2024"])
        for locale in ["de_DE", "fr_FR", "es_ES", "ja_JP", "zh_CN", "ar_EG"] {
            let all = headings(locale)
            #expect(all[2].count <= all[0].count && all[3].count <= all[1].count, "\(locale): \(all)")
        }
    }

    @Test func `A year without a month, and no date, are said whole`() {
        let text = TimelineText(ReaderLocale(Locale(identifier: "en_GB")))
        for isBrief in [false, true] {
            #expect(text.heading(of: TimelineMonth(year: 1889, month: 0), isBrief: isBrief) == "1889")
            #expect(text.heading(of: nil, isBrief: isBrief) == "No Date")
        }
    }
}
