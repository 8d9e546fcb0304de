/// Reads one document of one format, from its first byte to its last, as they come.
///
/// A parser is made for each document and belongs to one worker. It is given the bytes in pieces that are cut anywhere,
/// never an empty one, and keeps what it needs of them: they are gone when `parse` returns. It makes rows as early as
/// it can, since they are shown while the rest still arrives. Rows made before it throws stay.
public protocol CatalogueParsing {
    /// Takes more of the document. Throws `notACatalogue`, `tooLarge`, `tooManyPhotos` or `cancelled`; after that it is
    /// not called again.
    mutating func parse(
        _ bytes: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure)

    /// The document has ended. Called once, unless `parse` has thrown. Throws as `parse` does.
    mutating func finish(into builder: inout CatalogueBuilder) throws(CatalogueFailure)

    /// Whether the document's own form shows that it has ended, and has not been cut short where something else could
    /// follow. Asked after `finish`.
    var showsItsEnd: Bool { get }

    /// There is more of the document, but it cannot be had. Called once, instead of `finish`, unless `parse` has
    /// thrown: rows that are there, and were held back for what follows, are made. Throws as `parse` does.
    mutating func breakOff(into builder: inout CatalogueBuilder) throws(CatalogueFailure)
}

extension CatalogueParsing {
    /// What is not closed is not well formed, and `finish` has thrown.
    public var showsItsEnd: Bool { true }

    /// Nothing is held back.
    public mutating func breakOff(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {}
}

/// Reads formats of which nothing can be said before all of it is there.
struct WholeDocumentParser: CatalogueParsing {
    private var document: [UInt8] = []
    private let read: (UnsafeRawBufferPointer, inout CatalogueBuilder) throws(CatalogueFailure) -> Void

    /// Calls `read` once, with the whole document.
    init(
        _ read: @escaping (UnsafeRawBufferPointer, inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) {
        self.read = read
    }

    /// See ``CatalogueParsing``.
    mutating func parse(
        _ bytes: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        document.append(contentsOf: bytes)
    }

    /// See ``CatalogueParsing``.
    mutating func finish(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        try document.withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in try read(bytes, &builder) }
        document = []
    }
}
