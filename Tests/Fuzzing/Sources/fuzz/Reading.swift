import Foundation
import PhotoCore
import PhotoServices

/// The result of reading a document.
struct Reading {
    private let catalogue: Catalogue
    private let failure: CatalogueFailure?

    private static let url = URL(fileURLWithPath: "/catalogue")

    /// By one format's parser alone, after the encodings: a parser sees only what they have made UTF-8, or let pass.
    init(_ document: [UInt8], as format: CatalogueFormat, pieceByteCount: Int) {
        let sure = CatalogueFormat(format.name, recognises: { _ in .certain }, makeParser: format.makeParser)
        self.init(
            document, as: CatalogueFormats(encodings: CatalogueFormats.standard.encodings, formats: [sure]),
            pieceByteCount: pieceByteCount)
    }

    /// By the encodings alone: one row contains the first kilobytes of the decoded document, another its length.
    init(_ document: [UInt8], within encodings: [ByteEncoding], pieceByteCount: Int) {
        let sink = CatalogueFormat("sink", recognises: { _ in .certain }) { _ in
            WholeDocumentParser { (bytes, builder) throws(CatalogueFailure) in
                builder.add(.name, bytes)
                builder.add(.location, "\(bytes.count)")
                try builder.endEntry(at: nil)
            }
        }
        self.init(document, as: CatalogueFormats(encodings: encodings, formats: [sink]), pieceByteCount: pieceByteCount)
    }

    init(_ document: [UInt8], as formats: CatalogueFormats, pieceByteCount: Int) {
        var intake = CatalogueIntake(
            formats: formats, hint: CatalogueHint(url: Self.url), builder: CatalogueBuilder())
        var ended: CatalogueFailure?
        do throws(CatalogueFailure) {
            // The intake always waits for the complete head: pieces matter after it, when a parser runs.
            var start = 0
            while start < document.count {
                let piece = Array(document[start..<(start + min(pieceByteCount, document.count - start))])
                try piece.withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in try intake.take(bytes) }
                start += piece.count
            }
            try intake.finish()
        } catch {
            ended = error
        }
        failure = ended
        catalogue = intake.builder.finish(from: Self.url)
    }

    /// Ends the program unless the other has the same rows, and ended for the same reason.
    func expectSame(as other: Reading) {
        guard reason == other.reason, catalogue.facts == other.catalogue.facts,
            catalogue.hasSameContent(as: other.catalogue)
        else { fatalError("In pieces it reads otherwise: \(self) and \(other)") }
    }

    /// The reason for the end. For XML only that it is not well formed: of several errors, as in CDATA without an end
    /// and with an invalid byte, libxml2 reports another one first if the pieces differ. The rows are the same.
    private var reason: String? {
        if case .notACatalogue = failure, Self.xml.contains(catalogue.facts.formatName) { return "not well formed" }
        return failure.map { "\($0)" }
    }
    private static let xml = [CatalogueFormat.xmlPropertyList, .feed, .xmlListing, .xmlTree].map(\.name)

    /// Reads everything that a window reads.
    func useAll() {
        for row in 0..<catalogue.count {
            let details = catalogue.details(at: row)
            _ = details.date.flatMap { CatalogueDate.seconds($0) }
        }
    }

    /// Ends the program unless the saved catalogue has the same rows. Names without any address, all of whose rows have
    /// failed, say nothing of photos when they are read again.
    func expectSavedSame(as format: CatalogueSaver.Format) {
        let isNamed = (0..<catalogue.count).contains {
            catalogue.isFolder(at: $0) || (try? catalogue.location(at: $0).get()) != nil
        }
        guard isNamed else { return }
        let saved = CatalogueSaver.document(of: catalogue, as: format)
        let again = Reading(saved, as: .standard, pieceByteCount: .max)
        guard again.failure == nil, again.catalogue.count == catalogue.count else {
            fatalError(
                "Saved as \(format) it has other rows: \(self) and \(again), as \(again.catalogue.facts.formatName)")
        }
        // Saving that again gives the same bytes, except for text that was not UTF-8, or that XML cannot represent.
        let twice = CatalogueSaver.document(of: again.catalogue, as: format)
        let thrice = CatalogueSaver.document(
            of: Reading(twice, as: .standard, pieceByteCount: .max).catalogue, as: format)
        guard twice == thrice else { fatalError("Saved as \(format) it changes each time") }
    }
}

extension Reading: CustomStringConvertible {
    var description: String { "\(catalogue.count) rows, \(failure.map { "\($0)" } ?? "whole"), \(catalogue.facts)" }
}
