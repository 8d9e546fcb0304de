/// The underscore before a label's mnemonic.
package enum Mnemonic {
    /// `label` as it reads: without the underscore, and without a mnemonic of its own in parentheses, which languages
    /// without Latin letters append: "ファイル(_F)…".
    package static func removed(from label: String) -> String {
        var text = label
        if let open = text.range(of: "(_") {
            let letter = open.upperBound
            let close = letter < text.endIndex ? text.index(after: letter) : letter
            if close < text.endIndex, text[close] == ")" { text.removeSubrange(open.lowerBound...close) }
        }
        return text.filter { $0 != "_" }
    }
}

extension String {
    /// The first occurrence of two characters.
    fileprivate func range(of pair: String) -> Range<Index>? {
        var place = startIndex
        while place < endIndex {
            if self[place...].hasPrefix(pair) { return place..<index(place, offsetBy: pair.count) }
            place = index(after: place)
        }
        return nil
    }
}
