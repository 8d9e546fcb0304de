import Foundation
import Synchronization

/// Numbers as people of a locale write them.
public final class NumberFormats: Sendable {
    /// As the reader writes them.
    public static let current = NumberFormats(locale: ReaderLocale.current.numbers)

    private enum Kind: Hashable {
        case decimal(digits: Int)
        case percent
    }

    private let locale: Locale
    /// Making one takes a millisecond. NumberFormatter is no Sendable value: it stays behind the lock.
    private let formatters = Mutex<[Kind: NumberFormatter]>([:])

    /// As a locale has them.
    public init(locale: Locale) { self.locale = locale }

    /// "1,234".
    public func whole(_ number: Int) -> String {
        text(NSNumber(value: number), .decimal(digits: 0)) ?? "\(number)"
    }

    /// "1,234.5", with so many digits after the point.
    public func decimal(_ number: Double, digits: Int) -> String {
        text(NSNumber(value: number), .decimal(digits: digits)) ?? "\(number)"
    }

    /// "45%" of 0.45, rounded.
    public func percent(_ fraction: Double) -> String {
        text(NSNumber(value: fraction), .percent) ?? "\(fraction)"
    }

    private func text(_ number: NSNumber, _ kind: Kind) -> String? {
        formatters.withLock { formatters in
            let formatter = formatters[kind] ?? makeFormatter(kind)
            formatters[kind] = formatter
            return formatter.string(from: number)
        }
    }

    private func makeFormatter(_ kind: Kind) -> NumberFormatter {
        let formatter = NumberFormatter()
        formatter.locale = locale
        formatter.roundingMode = .halfUp
        switch kind {
        case .decimal(let digits):
            formatter.numberStyle = .decimal
            formatter.minimumFractionDigits = digits
            formatter.maximumFractionDigits = digits
        case .percent:
            formatter.numberStyle = .percent
            formatter.maximumFractionDigits = 0
        }
        return formatter
    }
}
