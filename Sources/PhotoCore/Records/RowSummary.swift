import Foundation

/// What a row says about its photo, besides the name.
package struct RowFields: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// In this order.
    package static let price = RowFields(rawValue: 1)
    package static let description = RowFields(rawValue: 2)
    package static let author = RowFields(rawValue: 4)
    package static let date = RowFields(rawValue: 8)
    package static let all: RowFields = [.price, .description, .author, .date]
}

extension Catalogue {
    /// These of the photo's price, description, author and date, on one line; empty without any.
    func summary(
        at row: Int, _ fields: RowFields = .all, prices: PriceText = .current, dates: DateText = .current
    ) -> String {
        // Called while the list moves; most catalogues have none of these.
        let (segment, place) = place(of: row)
        guard segment.hasOptionalFields(at: place) else { return "" }
        let amount = fields.contains(.price) ? text(of: .price, at: row).flatMap { PhotoDetails.decimal($0) } : nil
        let price = amount.map { prices.text($0, text(of: .currency, at: row) ?? facts.currency, facts: facts) }
        let words = [(CatalogueField.description, RowFields.description), (.author, .author)].map { field, shown in
            fields.contains(shown) ? text(of: field, at: row).map(Self.line) : nil
        }
        let told = fields.contains(.date) ? text(of: .date, at: row) : nil
        // A library's photo without another name has its date as its name.
        let isName = told.map { text(of: .name, at: row) == LibraryDates.name($0) } ?? false
        let date = isName ? nil : told.map { dates.text(Self.line($0)) }
        return ([price] + words + [date]).compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// A longer text fits in no row.
    private static let longestLine = 200

    private static func line(_ text: String) -> String {
        ShownText.line(String(text.prefix(longestLine))).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
