import Foundation

/// Reads an encoded catalogue: a property list, XML or binary, whose top level is a dictionary from names to URLs.
public struct CatalogueReader {
    /// The catalogue in `data`, which came from `url`. The format is told by the content.
    ///
    /// XML keeps the document's order, and every entry of a name that comes twice. A binary property list has no order
    /// of its own that means anything, so its rows come in natural order by name: 2 before 10.
    ///
    /// For a worker: a million rows take about a second. `isCancelled` is asked every few milliseconds. Throws
    /// `notAPropertyList`, `noPhotos`, `tooLarge` or `cancelled`; an entry that names no photo is a row, not an error.
    public static func read(
        _ data: Data, from url: URL, isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(CatalogueFailure) -> Catalogue {
        if isCancelled() { throw .cancelled }
        guard data.count <= Catalogue.maximumByteCount else { throw .tooLarge(limit: Catalogue.maximumByteCount) }
        let builder =
            switch try CatalogueFormat.of(data) {
            case .xml: try XMLPropertyListReader.read(data, isCancelled: isCancelled)
            case .binary: try BinaryPropertyListReader.read(data, isCancelled: isCancelled)
            }
        guard builder.count > 0 else { throw .noPhotos }
        return builder.finish(base: url)
    }
}
