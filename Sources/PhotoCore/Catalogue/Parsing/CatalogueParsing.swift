/// Parses one document of one format as it arrives.
///
/// Each document gets its own parser, which belongs to one worker. Pieces are cut anywhere and never empty. The parser
/// copies the bytes it needs: they are gone when `parse` returns. It makes rows as early as possible, because they are
/// shown while the rest still arrives. Rows made before an error stay.
public protocol CatalogueParsing {
    /// Takes more of the document. Throws `notACatalogue`, `tooLarge`, `tooManyPhotos` or `cancelled`, and is not
    /// called again after that.
    mutating func parse(_ bytes: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder) throws(CatalogueFailure)

    /// The document has ended. Called once, unless `parse` has thrown. Throws like `parse`.
    mutating func finish(into builder: inout CatalogueBuilder) throws(CatalogueFailure)

    /// Whether the document's own form proves that it is complete. Asked after `finish`.
    var showsItsEnd: Bool { get }

    /// The rest of the document is unavailable. Called once instead of `finish`, unless `parse` has thrown: makes rows
    /// that were held back. Throws like `parse`.
    mutating func breakOff(into builder: inout CatalogueBuilder) throws(CatalogueFailure)
}

extension CatalogueParsing {
    /// An unclosed document is not well formed, and `finish` has thrown.
    public var showsItsEnd: Bool { true }

    /// Nothing is held back.
    public mutating func breakOff(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {}
}

/// Reads formats that need the whole document.
public struct WholeDocumentParser: CatalogueParsing {
    private var document: [UInt8] = []
    private let read: (UnsafeRawBufferPointer, inout CatalogueBuilder) throws(CatalogueFailure) -> Void

    /// Calls `read` once, with the whole document.
    public init(_ read: @escaping (UnsafeRawBufferPointer, inout CatalogueBuilder) throws(CatalogueFailure) -> Void) {
        self.read = read
    }

    /// See ``CatalogueParsing``.
    public mutating func parse(
        _ bytes: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        document.append(contentsOf: bytes)
    }

    /// See ``CatalogueParsing``.
    public mutating func finish(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        try document.withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in try read(bytes, &builder) }
        document = []
    }
}
