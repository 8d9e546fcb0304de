import Foundation

extension Catalogue {
    /// The photo's price, description, author and date, on one line; empty without any.
    func summary(at row: Int, prices: PriceText = .current, dates: DateText = .current) -> String {
        // Called while the list moves; most catalogues have none of these.
        let (segment, place) = place(of: row)
        guard segment.hasOptionalFields(at: place) else { return "" }
        let price = text(of: .price, at: row).flatMap { PhotoDetails.decimal($0) }.map { price in
            prices.text(price, text(of: .currency, at: row) ?? facts.currency, facts: facts)
        }
        let words = [CatalogueField.description, .author].map { text(of: $0, at: row).map(Self.line) }
        let date = text(of: .date, at: row).map { dates.text(Self.line($0)) }
        return ([price] + words + [date]).compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// A longer text fits in no row.
    private static let longestLine = 200

    private static func line(_ text: String) -> String {
        text.prefix(longestLine).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
