import Foundation

/// The reader's locales for numbers, prices and dates, from the C library's categories. Foundation's current locale on
/// Linux is always en_001.
public struct ReaderLocale: Sendable {
    /// LC_NUMERIC.
    public let numbers: Locale
    /// LC_MONETARY. Its currency is the reader's; it has none if the C library has no locale.
    let money: Locale
    /// LC_TIME.
    let dates: Locale
    let timeZone: TimeZone

    /// The process's locales according to `setlocale` at the first use: the program has set them from the environment
    /// by then.
    public static let current = ReaderLocale(
        numbers: locale(of: LC_NUMERIC), money: locale(of: LC_MONETARY), dates: locale(of: LC_TIME), timeZone: .current)
}

extension ReaderLocale {
    /// Makes what formats the reader's numbers and dates.
    static func prepare() {
        _ = (NumberFormats.current.whole(1_000), NumberFormats.current.percent(1))
        for date in ["2024-05-01", "2024-05-01T10:00:00", "2024-05-01T10:00:00Z"] {
            _ = (DateText.current.text(date), DateText.current.fullText(date))
        }
        _ = DateText.current.text(TimelineMonth(year: 2024, month: 5))
    }

    /// One locale for all.
    init(_ locale: Locale, timeZone: TimeZone = .gmt) {
        self.init(numbers: locale, money: locale, dates: locale, timeZone: timeZone)
    }

    private static func locale(of category: CInt) -> Locale {
        Locale(identifier: identifier(of: setlocale(category, nil).map { String(cString: $0) } ?? ""))
    }

    /// The meaning of `C` and `POSIX`: international English, with days before months and commas between thousands.
    private static let nowhere = "en_001"
    /// Modifiers that name a script.
    private static let scripts = ["latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva"]

    /// Foundation's name of the C library's locale `name`, `language[_territory][.codeset][@modifier]`: "de_DE" for
    /// "de_DE.UTF-8@euro", "sr_Latn_RS" for "sr_RS@latin".
    static func identifier(of name: String) -> String {
        let plain = name.prefix { $0 != "." && $0 != "@" }
        let parts = plain.split(separator: "_")
        guard let language = parts.first, plain != "C", plain != "POSIX" else { return nowhere }
        let modifier = name.split(separator: "@", maxSplits: 1).dropFirst().first.map { $0.lowercased() }
        guard let script = modifier.flatMap({ scripts[$0] }) else { return String(plain) }
        return ([String(language), script] + parts.dropFirst().map(String.init)).joined(separator: "_")
    }
}

/// Formats numbers for a locale with Foundation's format styles, which cache their formatters: NumberFormatter on Linux
/// groups all digits by three, even for India.
package struct NumberFormats: Sendable {
    package static let current = NumberFormats(locale: ReaderLocale.current.numbers)

    private let integers: IntegerFormatStyle<Int>
    private let ungrouped: IntegerFormatStyle<Int>
    private let decimals: FloatingPointFormatStyle<Double>
    private let percents: FloatingPointFormatStyle<Double>.Percent

    package init(locale: Locale) {
        integers = IntegerFormatStyle(locale: locale)
        ungrouped = IntegerFormatStyle(locale: locale).grouping(.never)
        decimals = FloatingPointFormatStyle(locale: locale).rounded(rule: .toNearestOrAwayFromZero)
        percents = FloatingPointFormatStyle<Double>.Percent(locale: locale).precision(.fractionLength(0))
            .rounded(rule: .toNearestOrAwayFromZero)
    }

    /// "1,234".
    package func whole(_ number: Int) -> String { number.formatted(integers) }

    /// "1234": sides of a picture, and numbers of lines.
    package func plain(_ number: Int) -> String { number.formatted(ungrouped) }

    /// "1,234.5", with this many digits after the point.
    package func decimal(_ number: Double, digits: Int) -> String {
        number.formatted(decimals.precision(.fractionLength(digits)))
    }

    /// "45%" of 0.45, rounded.
    package func percent(_ fraction: Double) -> String { fraction.formatted(percents) }
}
