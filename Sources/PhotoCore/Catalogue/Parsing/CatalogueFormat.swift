/// A format of catalogues: how to recognise and how to parse it.
public struct CatalogueFormat: Sendable {
    /// The confidence that a document has the format.
    public enum Confidence: Int, Sendable, Comparable {
        /// It does not.
        case none
        /// Nothing excludes it, but many other formats are possible: the hint may decide, or the lack of alternatives.
        case possible
        /// It looks like this format, and like few others.
        case likely
        /// No other format starts like this.
        case certain

        /// Orders by confidence.
        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// Its name for a person, in English: "XML property list".
    public let name: String
    /// Its file extensions, in lower case.
    public let endings: [String]
    /// The confidence that a document with this head has the format.
    let recognises: @Sendable (CatalogueHead) -> Confidence
    /// Makes a parser for a document with this head; the parser gets the whole document, including the head.
    public let makeParser: @Sendable (CatalogueHead) -> any CatalogueParsing

    /// A format.
    public init(
        _ name: String, endings: [String] = [], recognises: @escaping @Sendable (CatalogueHead) -> Confidence,
        makeParser: @escaping @Sendable (CatalogueHead) -> any CatalogueParsing
    ) {
        self.name = name
        self.endings = endings
        self.recognises = recognises
        self.makeParser = makeParser
    }

    /// Whether the document has one of the format's file extensions.
    public func isNamed(by hint: CatalogueHint) -> Bool { endings.contains(hint.pathExtension) }
}
