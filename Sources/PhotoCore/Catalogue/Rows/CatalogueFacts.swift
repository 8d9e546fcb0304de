import Foundation

/// What a document says of its catalogue as a whole.
public struct CatalogueFacts: Sendable, Equatable {
    /// What it was read as, for a person: "XML property list".
    var formatName = ""
    /// What the catalogue calls itself.
    public var title: String?
    /// The address against which relative URLs resolve, as the document has it; nil: the document's own. It may be
    /// relative itself, and counts only where it is an address that such a document may name.
    public var base: String?
    /// How many units of each currency, by ISO 4217, are worth the same: `["USD": 1, "GBP": 0.60, "JPY": 102.53]`.
    var rates: [String: Decimal] = [:]
    /// The currency of prices that name none, by ISO 4217.
    var currency: String?

    /// Nothing said.
    public init() {}

    /// A price in another currency; nil where the catalogue gives no rate for either. Not rounded.
    func convert(_ price: Decimal, from currency: String, to other: String) -> Decimal? {
        guard let from = rates[currency], let to = rates[other], from > 0 else { return nil }
        return price * to / from
    }
}
