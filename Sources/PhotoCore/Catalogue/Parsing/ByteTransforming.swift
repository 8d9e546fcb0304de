/// Transforms a document's bytes: decompresses them, or converts text to UTF-8. Feeds a parser or another transform.
/// Created for each document, and used like a ``CatalogueParsing``.
public protocol ByteTransforming {
    /// Whether `finish` throws if the input is cut short.
    var showsItsEnd: Bool { get }

    /// Takes more bytes, and passes the output to `next` in pieces of any size, possibly none. Throws `notACatalogue`
    /// for invalid input, and rethrows errors of `next`.
    mutating func transform(
        _ bytes: UnsafeRawBufferPointer, next: (UnsafeRawBufferPointer) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure)

    /// The input has ended: passes the rest to `next`. Throws like `transform`.
    mutating func finish(next: (UnsafeRawBufferPointer) throws(CatalogueFailure) -> Void) throws(CatalogueFailure)
}

extension ByteTransforming {
    /// Text may end anywhere.
    public var showsItsEnd: Bool { false }
}

/// An encoding of documents, and how to undo it.
public struct ByteEncoding: Sendable {
    /// Its name for a person: "gzip".
    let name: String
    /// Its file extensions, in lower case.
    let endings: [String]
    let recognises: @Sendable (CatalogueHead) -> Bool
    /// Makes the transform that undoes it. The head is that of the encoded document.
    let makeTransform: @Sendable (CatalogueHead) -> any ByteTransforming
    /// Whether it produces UTF-8 text, whatever the document declares.
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
