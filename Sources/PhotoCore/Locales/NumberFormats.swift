import Foundation

/// Numbers as people of a locale write them. By Foundation's format styles, which keep their formatters:
/// NumberFormatter on Linux groups all digits by three, where India does not.
public struct NumberFormats: Sendable {
    /// As the reader writes them.
    public static let current = NumberFormats(locale: ReaderLocale.current.numbers)

    private let integers: IntegerFormatStyle<Int>
    private let decimals: FloatingPointFormatStyle<Double>
    private let percents: FloatingPointFormatStyle<Double>.Percent

    /// As a locale has them.
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
