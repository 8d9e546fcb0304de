/// Translates the texts that people see.
///
/// A text is looked up by its English original, with {0}, {1}… in the places of its values. A translation has the same
/// placeholders, in any order.
package protocol Translating: Sendable {
    /// The translation of `text`; `text` itself if there is none. `context` tells apart two meanings of one text.
    func translation(of text: String, context: String?) -> String

    /// The translation of `one` or `other` that fits a number of things; one of these two if there is none.
    func translation(of one: String, _ other: String, count: UInt) -> String
}
