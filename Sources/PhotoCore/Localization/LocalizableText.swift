/// An English text to be translated, written as a string with its values in place: "Saving “\(name)”".
///
/// `meson-helpers/translations` finds these literals in the arguments of ``localized(_:context:)`` and its companions.
package struct LocalizableText: ExpressibleByStringInterpolation, Sendable {
    /// The text before, between and after the values.
    private let pieces: [String]
    let values: [String]

    package init(stringLiteral text: String) { (pieces, values) = ([text], []) }

    package init(stringInterpolation interpolation: StringInterpolation) {
        (pieces, values) = (interpolation.pieces, interpolation.values)
    }

    private init(pieces: [String], values: [String]) { (self.pieces, self.values) = (pieces, values) }

    /// For texts longer than a line of code.
    package static func + (first: LocalizableText, second: LocalizableText) -> LocalizableText {
        let joint = (first.pieces.last ?? "") + (second.pieces.first ?? "")
        return LocalizableText(
            pieces: first.pieces.dropLast() + [joint] + second.pieces.dropFirst(), values: first.values + second.values)
    }

    /// What a translation is looked up by: "Saving “{0}”".
    var key: String { interleaved { "{\($0)}" } }

    /// The text with its values.
    var english: String { interleaved { values[$0] } }

    private func interleaved(_ value: (Int) -> String) -> String {
        if pieces.count == 1 { return pieces[0] }
        var text = pieces[0]
        for index in values.indices { text += value(index) + pieces[index + 1] }
        return text
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var pieces = [""]
        fileprivate var values: [String] = []

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) { pieces[pieces.count - 1] += literal }

        package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            values.append(value.description)
            pieces.append("")
        }
    }
}
