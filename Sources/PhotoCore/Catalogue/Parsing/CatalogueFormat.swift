/// A format that catalogues are written in: how it is recognised, and what reads it.
public struct CatalogueFormat: Sendable {
    /// How sure it is that a document is of the format.
    public enum Confidence: Int, Sendable, Comparable {
        /// It is not.
        case none
        /// Nothing speaks against it, and it could be many other things: the hint may decide, or that there is no
        /// other.
        case possible
        /// It looks like it, and like little else.
        case likely
        /// It begins as nothing else does.
        case certain

        /// Less sure first.
        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// What it is called, for a person: "XML property list".
    let name: String
    /// How names of files in it end, behind the last dot, in lower case.
    public let endings: [String]
    /// How sure it is that a document that begins so is of this format.
    let recognises: @Sendable (CatalogueHead) -> Confidence
    /// Makes a parser for the document that begins so; it is given all of the document, the head included.
    let makeParser: @Sendable (CatalogueHead) -> any CatalogueParsing

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

    /// Whether the document is named as its files are.
    public func isNamed(by hint: CatalogueHint) -> Bool { endings.contains(hint.pathExtension) }
}
