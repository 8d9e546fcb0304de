/// Makes of a document's bytes those of another: unpacks, or changes the encoding of text to UTF-8. Stands before a
/// parser, or before another of its kind; made for each document, and used as a ``CatalogueParsing`` is.
public protocol ByteTransforming {
    /// Whether `finish` throws where what is transformed is cut short.
    var showsItsEnd: Bool { get }

    /// Takes more bytes, and gives what they make to `next`, which may be nothing yet, in pieces of any size. Throws
    /// `notACatalogue` for what cannot be transformed, and what `next` throws.
    mutating func transform(
        _ bytes: UnsafeRawBufferPointer, next: (UnsafeRawBufferPointer) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure)

    /// There are no more bytes: what is left is given to `next`. Throws as `transform` does.
    mutating func finish(
        next: (UnsafeRawBufferPointer) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure)
}

extension ByteTransforming {
    /// Text may end anywhere.
    public var showsItsEnd: Bool { false }
}

/// A way to encode a document, and how to undo it.
public struct ByteEncoding: Sendable {
    /// What it is, for a person: "gzip".
    let name: String
    /// How names of files in it end, behind the last dot, in lower case.
    let endings: [String]
    /// Whether a document that begins so is encoded in this way.
    let recognises: @Sendable (CatalogueHead) -> Bool
    /// Makes what undoes it. The head is that of the encoded document.
    let makeTransform: @Sendable (CatalogueHead) -> any ByteTransforming
    /// Whether what it makes is UTF-8 text, whatever the document may declare.
    let makesUTF8: Bool

    /// An encoding.
    public init(
        _ name: String, endings: [String] = [], makesUTF8: Bool,
        recognises: @escaping @Sendable (CatalogueHead) -> Bool,
        makeTransform: @escaping @Sendable (CatalogueHead) -> any ByteTransforming
    ) {
        self.name = name
        self.endings = endings
        self.makesUTF8 = makesUTF8
        self.recognises = recognises
        self.makeTransform = makeTransform
    }
}
