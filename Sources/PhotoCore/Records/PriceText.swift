import Foundation

/// Formats prices for a locale, also in its own currency if the catalogue gives rates.
final class PriceText: Sendable {
    /// For the reader's locale.
    static let current = PriceText(locale: ReaderLocale.current.money)

    private let locale: Locale

    init(locale: Locale) { self.locale = locale }

    /// "$1,200.00", or with rates for the locale's currency "$1,200.00 (£720.00)". A price without a currency is a
    /// number.
    func text(_ price: Decimal, _ currency: String?, facts: CatalogueFacts = CatalogueFacts()) -> String {
        guard let currency else { return text(price, "") }
        let own = locale.currency?.identifier ?? ""
        guard own != currency, let converted = facts.convert(price, from: currency, to: own) else {
            return text(price, currency)
        }
        return "\(text(price, currency)) (\(text(converted, own)))"
    }

    private func text(_ price: Decimal, _ currency: String) -> String {
        if currency.utf8.count == 3, currency.utf8.allSatisfy({ URLText.isLetter($0) }) {
            return price.formatted(Decimal.FormatStyle.Currency(code: currency, locale: locale))
        }
        let number = price.formatted(Decimal.FormatStyle(locale: locale))
        // An unknown currency code is shown as in the catalogue.
        return currency.isEmpty ? number : "\(number) \(currency)"
    }
}
