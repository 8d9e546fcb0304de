import Foundation

/// Reads a property list in the old text format as it streams by, also one without braces (a `.strings` file), and
/// GNUstep's typed values. ``OpenStepTokenizer`` finds the tokens, ``EntryTree`` says what is an entry; here is the
/// grammar between.
///
/// Not with PropertyListSerialization, which reads the format too: it has to have the whole document and loses its
/// order; it needs a second for 1.8 MB; and 8,000 keys (1 MB) of which the beginnings, middles and ends are the same
/// hold it for 2 s, 16 times as many for ten minutes, since it keeps them in a table whose hash looks at no more
/// (CFString's). The tests hold this reader against it.
struct OpenStepParser: CatalogueParsing {
    /// What may come next.
    private enum Expectation {
        /// The document's only value, or the first key of a list without braces.
        case document
        /// After that value, if it is a text: an equals sign makes it a key.
        case equalsOrEnd
        /// A key, or the object's end.
        case key
        /// After a key. Without a value it is its own (`.strings` files).
        case equals
        /// The value of a key.
        case value
        /// After the value of a key.
        case semicolon
        /// An element, or the array's end.
        case element
        /// After an element.
        case comma
        /// Nothing.
        case end
    }

    private var expected = Expectation.document
    private var tokenizer = OpenStepTokenizer()
    private var tree = EntryTree()
    /// Of each open object or array, the innermost last, whether it is an array.
    private var isArray: [Bool] = []
    /// Whether the outermost object has no braces.
    private var hasNoBraces = false
    /// A text of which the next token says what it is.
    private var heldText: [UInt8] = []
    private var heldLine = 1

    mutating func parse(
        _ bytes: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        var tokenizer = tokenizer
        // Taken out while its tokens are handled.
        self.tokenizer = OpenStepTokenizer()
        do throws(CatalogueFailure) {
            try tokenizer.read(bytes) { (token, line) throws(CatalogueFailure) in
                try take(token, line, into: &builder)
            }
        } catch {
            try breakOff(into: &builder)
            throw error
        }
        self.tokenizer = tokenizer
    }

    mutating func breakOff(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        try tree.breakOff(into: &builder)
    }

    mutating func finish(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        do throws(CatalogueFailure) {
            try end(into: &builder)
        } catch {
            try breakOff(into: &builder)
            throw error
        }
    }

    private mutating func end(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        var tokenizer = tokenizer
        try tokenizer.finish { (token, line) throws(CatalogueFailure) in try take(token, line, into: &builder) }
        switch expected {
        case .key where hasNoBraces && isArray.count == 1: try tree.endObject(into: &builder)
        case .equalsOrEnd: throw EntryTree.noCollection
        case .end: break
        default: throw Self.failure("It ends early; it may be cut short.", tokenizer.line)
        }
    }

    private mutating func take(
        _ token: OpenStepTokenizer.Token, _ line: Int, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        tree.line = line
        switch (expected, token) {
        case (.document, .text(let text)):
            (heldText, heldLine) = (Array(text), line)
            expected = .equalsOrEnd
        case (.equalsOrEnd, .equals):
            tree.line = heldLine
            try open(array: false, into: &builder)
            hasNoBraces = true
            try heldText.withUnsafeBytesTyped { (text) throws(CatalogueFailure) in try tree.key(text, into: &builder) }
            expected = .value
        case (.key, .text(let text)):
            heldText = Array(text)
            try tree.key(text, into: &builder)
            expected = .equals
        case (.equals, .equals): expected = .value
        case (.equals, .semicolon):
            try heldText.withUnsafeBytesTyped { (text) throws(CatalogueFailure) in try tree.string(text, into: &builder)
            }
            expected = .key
        case (.semicolon, .semicolon): expected = .key
        case (.key, .objectEnd) where !(hasNoBraces && isArray.count == 1): try close(array: false, into: &builder)
        case (.comma, .comma): expected = .element
        case (.element, .arrayEnd), (.comma, .arrayEnd): try close(array: true, into: &builder)
        case (.document, _), (.value, _), (.element, _): try takeValue(token, line, into: &builder)
        default: throw Self.failure(Self.sentence(expected), line)
        }
    }

    private mutating func takeValue(
        _ token: OpenStepTokenizer.Token, _ line: Int, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        switch token {
        case .objectStart: return try open(array: false, into: &builder)
        case .arrayStart: return try open(array: true, into: &builder)
        case .text(let text): try tree.string(text, into: &builder)
        case .other(let kind, let text): try tree.scalar(kind, text, into: &builder)
        default: throw Self.failure(Self.sentence(expected), line)
        }
        expectAfterValue()
    }

    private mutating func open(array: Bool, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        if array { try tree.startArray(into: &builder) } else { try tree.startObject(into: &builder) }
        isArray.append(array)
        expected = array ? .element : .key
    }

    private mutating func close(array: Bool, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        isArray.removeLast()
        if array { try tree.endArray(into: &builder) } else { try tree.endObject(into: &builder) }
        expectAfterValue()
    }

    private mutating func expectAfterValue() {
        expected = isArray.last.map { $0 ? .comma : .semicolon } ?? .end
    }

    static func failure(_ reason: String, _ line: Int) -> CatalogueFailure {
        .notACatalogue(reason: "Line \(line): \(reason)")
    }

    private static func sentence(_ expected: Expectation) -> String {
        switch expected {
        case .document, .value, .element: "Something stands where a value should."
        case .key: "Something stands where a key should."
        case .equals: "There is no equals sign after a key."
        case .semicolon: "There is no semicolon after a value."
        case .comma: "After an element there is neither a comma nor a parenthesis."
        case .equalsOrEnd, .end: "There is more after the end."
        }
    }
}
