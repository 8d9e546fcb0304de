import Foundation

/// Formats numbers for a locale with Foundation's format styles, which cache their formatters: NumberFormatter on Linux
/// groups all digits by three, even for India.
public struct NumberFormats: Sendable {
    /// For the reader's locale.
    public static let current = NumberFormats(locale: ReaderLocale.current.numbers)

    private let integers: IntegerFormatStyle<Int>
    private let decimals: FloatingPointFormatStyle<Double>
    private let percents: FloatingPointFormatStyle<Double>.Percent

    /// For a locale.
    public init(locale: Locale) {
        integers = IntegerFormatStyle(locale: locale)
        decimals = FloatingPointFormatStyle(locale: locale).rounded(rule: .toNearestOrAwayFromZero)
        percents = FloatingPointFormatStyle<Double>.Percent(locale: locale).precision(.fractionLength(0))
            .rounded(rule: .toNearestOrAwayFromZero)
    }

    /// "1,234".
    public func whole(_ number: Int) -> String { number.formatted(integers) }

    /// "1,234.5", with this many digits after the point.
    public func decimal(_ number: Double, digits: Int) -> String {
        number.formatted(decimals.precision(.fractionLength(digits)))
    }

    /// "45%" of 0.45, rounded.
    public func percent(_ fraction: Double) -> String { fraction.formatted(percents) }
}
