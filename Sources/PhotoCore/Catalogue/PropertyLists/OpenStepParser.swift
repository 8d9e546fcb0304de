import Foundation

/// Parses a streamed property list in the old text format, also without braces (a `.strings` file), and GNUstep's typed
/// values. ``OpenStepTokenizer`` finds the tokens, and ``PhotoTree`` the photos; the grammar is here.
///
/// PropertyListSerialization also reads the format, but it needs the whole document and loses its order; it takes a
/// second for 1.8 MB; and 8,000 keys (1 MB) with equal beginnings, middles and ends take 2 s, 16 times as many ten
/// minutes, because CFString's hash reads no more of them. The tests compare both.
struct OpenStepParser: CatalogueParsing {
    /// The next expected token.
    private enum Expectation {
        /// The document's only value, or the first key of a list without braces.
        case document
        /// After that value, if it is text: an equals sign makes it a key.
        case equalsOrEnd
        /// A key, or the object's end.
        case key
        /// After a key. A key without a value is its own value (`.strings` files).
        case equals
        case value
        /// After the value of a key.
        case semicolon
        /// An element, or the end of the array.
        case element
        /// After an element.
        case comma
        /// Nothing.
        case end
    }

    private var expected = Expectation.document
    private var tokenizer = OpenStepTokenizer()
    private var tree: PhotoTree
    /// For each open object or array, the innermost last, whether it is an array.
    private var isArray: [Bool] = []
    /// Whether the outermost object has no braces.
    private var hasNoBraces = false
    /// A text whose role the next token decides.
    private var heldText: [UInt8] = []
    private var heldLine = 1

    /// A parser of the document at this address.
    init(of document: URL) { tree = PhotoTree(of: document, takesNames: true) }

    mutating func parse(
        _ bytes: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        var tokenizer = tokenizer
        // Moved out while its tokens are handled.
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
        try tree.finish(into: &builder)
    }

    private mutating func end(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        var tokenizer = tokenizer
        try tokenizer.finish { (token, line) throws(CatalogueFailure) in try take(token, line, into: &builder) }
        switch expected {
        case .key where hasNoBraces && isArray.count == 1: try tree.endObject(into: &builder)
        case .equalsOrEnd: throw EntryTree.noCollection
        case .end: break
        default: throw Self.failure(localized("It ends early; it may be cut short."), tokenizer.line)
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
        .notACatalogue(reason: localized("Line \(NumberFormats.current.plain(line)): \(reason)"))
    }

    private static func sentence(_ expected: Expectation) -> String {
        switch expected {
        case .document, .value, .element: localized("A value was expected.")
        case .key: localized("A key was expected.")
        case .equals: localized("An equals sign is missing after a key.")
        case .semicolon: localized("A semicolon is missing after a value.")
        case .comma: localized("A comma or a parenthesis is missing after an element.")
        case .equalsOrEnd, .end: localized("There is extra content after the end.")
        }
    }
}
