import Foundation
import Synchronization

/// Prices as people of a locale write them, also in their own currency where the catalogue gives rates.
public final class PriceText: Sendable {
    /// As the reader writes them.
    public static let current = PriceText(locale: ReaderLocale.current.money)

    private let locale: Locale
    /// Making one takes longer than a row may. NumberFormatter is no Sendable value: it stays behind the lock.
    private let formatters = Mutex<[String: NumberFormatter]>([:])

    /// As a locale has it.
    public init(locale: Locale) { self.locale = locale }

    /// "$1,200.00", or with rates for the locale's currency "$1,200.00 (£720.00)". A price without a currency is a number.
    public func text(_ price: Decimal, _ currency: String?, facts: CatalogueFacts = CatalogueFacts()) -> String {
        guard let currency else { return text(price, "") }
        let own = locale.currency?.identifier ?? ""
        guard own != currency, let converted = facts.convert(price, from: currency, to: own) else {
            return text(price, currency)
        }
        return "\(text(price, currency)) (\(text(converted, own)))"
    }

    private func text(_ price: Decimal, _ currency: String) -> String {
        formatters.withLock { formatters in
            let formatter = formatters[currency] ?? makeFormatter(currency)
            formatters[currency] = formatter
            return formatter.string(from: price as NSDecimalNumber) ?? "\(price) \(currency)"
        }
    }

    private func makeFormatter(_ currency: String) -> NumberFormatter {
        let formatter = NumberFormatter()
        formatter.locale = locale
        formatter.numberStyle = currency.isEmpty ? .decimal : .currency
        if !currency.isEmpty { formatter.currencyCode = currency }
        return formatter
    }
}
