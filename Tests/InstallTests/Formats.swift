// Prints the dates, numbers and prices of every locale as the program writes them. This is the same with the program's
// part of ICU's data and with all of it (test_locale_data.py).

import Foundation

let days = [0, 1_700_000_000, -2_000_000_000, 4_000_000_000, -62_200_000_000, 253_402_300_800].map {
    Date(timeIntervalSince1970: $0)
}

func dates(_ locale: Locale) -> [String] {
    var texts: [String] = []
    for zone in ["GMT", "Europe/Berlin", "Asia/Kolkata", "Pacific/Apia"] {
        for style in [DateFormatter.Style.none, .medium] {
            let formatter = DateFormatter()
            formatter.locale = locale
            formatter.timeZone = TimeZone(identifier: zone)
            (formatter.dateStyle, formatter.timeStyle) = (.medium, style)
            texts += days.map { formatter.string(from: $0) }
        }
    }
    return texts
}

func headings(_ locale: Locale) -> [String] {
    ["yMMMM", "yMMMMEEEEd", "MMMMd", "yMMMEd", "MMM", "y", "d"].flatMap { template in
        let formatter = DateFormatter()
        var calendar = Calendar(identifier: .gregorian)
        (calendar.timeZone, calendar.locale) = (.gmt, locale)
        (formatter.calendar, formatter.timeZone, formatter.locale) = (calendar, .gmt, locale)
        formatter.setLocalizedDateFormatFromTemplate(template)
        return days.map { formatter.string(from: $0) }
    }
}

func numbers(_ locale: Locale) -> [String] {
    let whole = IntegerFormatStyle<Int>(locale: locale)
    let decimals = FloatingPointFormatStyle<Double>(locale: locale).precision(.fractionLength(2))
    let percents = FloatingPointFormatStyle<Double>.Percent(locale: locale).precision(.fractionLength(0))
    let price = Decimal(sign: .minus, exponent: -1, significand: 123_455)
    let prices = ["EUR", "USD", "JPY", "INR", "CHF", "XXX", "ZZZ"].map {
        price.formatted(Decimal.FormatStyle.Currency(code: $0, locale: locale))
    }
    return [
        1_234_567.formatted(whole), (-1_234_567).formatted(whole.grouping(.never)), 1234.567.formatted(decimals),
        0.256.formatted(percents), locale.currency?.identifier ?? "",
    ] + prices
}

let folded = "éÀ".folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
print(folded)
let others = ["", "zz_ZZ", "de_DE@euro", "ca_ES@valencia", "iw_IL", "no_NO"]
for identifier in Locale.availableIdentifiers.sorted() + others {
    let locale = Locale(identifier: identifier)
    print(([identifier] + dates(locale) + headings(locale) + numbers(locale)).joined(separator: "|"))
}
