import Foundation
import PhotoCore

/// What came of reading a document: the rows, and how it ended.
public struct ReadOutcome: Sendable {
    /// The rows that were read, however it ended.
    public let catalogue: Catalogue
    /// Why it ended early; nil where it did not.
    public let failure: CatalogueFailure?

    /// Reads a document that comes in pieces of `pieceByteCount` bytes.
    public init(
        _ document: some Sequence<UInt8>, from url: URL = Sample.web, contentType: String? = nil,
        as formats: CatalogueFormats, pieceByteCount: Int = 64 << 10
    ) {
        let document = Array(document)
        var intake = CatalogueIntake(
            formats: formats, hint: CatalogueHint(url: url, contentType: contentType), builder: CatalogueBuilder())
        var ended: CatalogueFailure?
        do throws(CatalogueFailure) {
            var start = 0
            while start < document.count {
                // A copy, so that what is read behind a piece's end is found by AddressSanitizer.
                let piece = Array(document[start..<min(document.count, start + pieceByteCount)])
                try piece.withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in try intake.take(bytes) }
                start += piece.count
            }
            try intake.finish()
        } catch {
            ended = error
        }
        failure = ended
        catalogue = intake.builder.finish(from: url)
    }

    /// Each row as "name -> URL or sentence".
    public var rows: [String] { Sample.rows(catalogue) }

    /// The field of each row; "-" where it has none.
    public func texts(_ field: CatalogueField) -> [String] {
        (0..<catalogue.count).map { catalogue.text(of: field, at: $0) ?? "-" }
    }

    /// The positions of the rows.
    public var positions: [CataloguePosition?] { (0..<catalogue.count).map { catalogue.position(at: $0) } }

    /// Whether the other has the same rows at the same places, and ended in the same way.
    public func isSame(as other: ReadOutcome) -> Bool {
        failure == other.failure && catalogue.hasSameContent(as: other.catalogue) && positions == other.positions
            && catalogue.facts == other.catalogue.facts
    }
}
