import Foundation
import PhotoCore

/// The result of reading a document: its rows, and its end.
public struct ReadOutcome: Sendable {
    /// The rows read, in either case.
    public let catalogue: Catalogue
    /// The reason for an early end, if any.
    public let failure: CatalogueFailure?

    /// Reads a document in pieces of `pieceByteCount` bytes.
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
                // A copy, so that AddressSanitizer detects reading past the end of a piece.
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

    /// Lets a filler make the catalogue at `url`; with `revalidates`, that of now.
    public init(of url: URL, filledBy filler: any CatalogueFilling, revalidates: Bool = false) {
        var builder = CatalogueBuilder()
        builder.revalidates = revalidates
        builder.retries = PageRetries(firstWait: 0)
        var ended: CatalogueFailure?
        do throws(CatalogueFailure) {
            try filler.fill(&builder, from: url) { (_: inout CatalogueBuilder) throws(CatalogueFailure) in }
            if builder.count == 0 { ended = .noPhotos }
        } catch {
            ended = error
        }
        failure = ended
        catalogue = builder.finish(from: url)
    }

    /// Each row as "name -> URL or sentence".
    public var rows: [String] { Sample.rows(catalogue) }

    /// The field of each row; "-" without one.
    public func texts(_ field: CatalogueField) -> [String] {
        (0..<catalogue.count).map { catalogue.text(of: field, at: $0) ?? "-" }
    }

    /// The positions of the rows.
    public var positions: [CataloguePosition?] { (0..<catalogue.count).map { catalogue.position(at: $0) } }

    /// Whether there are rows or a reason, and no row names a file: rows from the web must not.
    public var isSound: Bool {
        (catalogue.count > 0 || failure.map { !$0.description.isEmpty } ?? false)
            && rows.allSatisfy { !$0.contains(" -> file:") }
    }

    /// Whether the other has the same rows at the same positions, and the same end.
    public func isSame(as other: ReadOutcome) -> Bool {
        failure == other.failure && catalogue.hasSameContent(as: other.catalogue) && positions == other.positions
            && catalogue.facts == other.catalogue.facts
    }
}
