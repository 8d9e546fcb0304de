/// Recognises property lists in the old text format by their first tokens.
extension OpenStepParser {
    static func confidence(of head: CatalogueHead) -> CatalogueFormat.Confidence {
        let text = head.text
        guard let first = text.first, "{(\"/'".utf8.contains(first) || URLText.isLetter(first) else { return .none }
        let isNamed = CatalogueFormat.openStepPropertyList.isNamed(by: head.hint)
        // Their bytes are gone; only their kinds matter.
        var tokens: [OpenStepTokenizer.Token] = []
        var tokenizer = OpenStepTokenizer()
        let bytes = Array(text.prefix(CatalogueHead.byteCount))
        do throws(CatalogueFailure) {
            try bytes.withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in
                try tokenizer.read(bytes) { (token, _) throws(CatalogueFailure) in
                    if tokens.count < 4 { tokens.append(token) }
                }
                if head.isWhole {
                    try tokenizer.finish { (token, _) in if tokens.count < 4 { tokens.append(token) } }
                }
            }
        } catch {
            // Later errors do not matter; the first tokens decide.
        }
        switch (tokens.first, tokens.dropFirst().first, tokens.dropFirst(2).first) {
        case (.objectStart, .text, .equals): return .certain
        // An array of texts or objects; in prose, no comma or quote follows the first word in parentheses.
        case (.arrayStart, .text, .comma), (.arrayStart, .objectStart, .text), (.arrayStart, .text, .arrayEnd):
            return .likely
        // Without braces.
        case (.text, .equals, .text):
            if case .semicolon = tokens.last { return .likely }
            return isNamed ? .likely : .none
        case (.objectStart, .objectEnd, _), (.arrayStart, .arrayEnd, _): return .possible
        case (.objectStart, _, _), (.arrayStart, _, _): return isNamed ? .possible : .none
        default: return .none
        }
    }
}

extension CatalogueFormat {
    /// A property list in the text format of NeXT and GNUstep, in the document's order.
    public static let openStepPropertyList = CatalogueFormat(
        translatable("OpenStep property list"), endings: ["plist", "strings", "openstep"],
        recognises: { OpenStepParser.confidence(of: $0) }, makeParser: { OpenStepParser(of: $0.hint.url) }
    )
}
