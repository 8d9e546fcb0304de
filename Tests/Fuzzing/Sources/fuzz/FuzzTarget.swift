import Foundation
import PhotoCore
import PhotoServices

/// What is fuzzed, by name. Each format and each encoding that the program reads is one: there is nothing to add here
/// for a new one.
struct FuzzTarget: Sendable {
    let name: String
    /// Ends the program where something is wrong with what comes of the document.
    let run: @Sendable ([UInt8]) -> Void

    static let all: [FuzzTarget] =
        CatalogueFormats.standard.formats.map { parser(of: $0) } + [encodings, any, saving]

    /// A format's parser, whatever its recogniser says: whole and in pieces, which have to come to the same.
    private static func parser(of format: CatalogueFormat) -> FuzzTarget {
        FuzzTarget(name: slug(format.name)) { document in
            let whole = Reading(document, as: format, pieceByteCount: .max)
            let pieces = Reading(document, as: format, pieceByteCount: pieceByteCount(document))
            whole.expectSame(as: pieces)
            whole.useAll()
        }
    }

    /// What undoes gzip and the encodings of text, whole and in pieces.
    private static let encodings = FuzzTarget(name: "encodings") { document in
        let whole = Reading(document, within: CatalogueFormats.standard.encodings, pieceByteCount: .max)
        let pieces = Reading(
            document, within: CatalogueFormats.standard.encodings, pieceByteCount: pieceByteCount(document))
        whole.expectSame(as: pieces)
    }

    /// All of it, as a document that is opened: encodings, recognition, parsing.
    private static let any = FuzzTarget(name: "any") { document in
        let whole = Reading(document, as: .standard, pieceByteCount: .max)
        let pieces = Reading(document, as: .standard, pieceByteCount: pieceByteCount(document))
        whole.expectSame(as: pieces)
        whole.useAll()
    }

    /// What is saved reads back the same.
    private static let saving = FuzzTarget(name: "saving") { document in
        let read = Reading(document, as: .standard, pieceByteCount: .max)
        for format in CatalogueSaver.Format.allCases { read.expectSavedSame(as: format) }
    }

    /// Between 1 and 16: small, since what goes wrong at cuts does so near them.
    private static func pieceByteCount(_ document: [UInt8]) -> Int { 1 + Int(document.last ?? 0) % 16 }

    /// The name in lower case, with a hyphen for all that is no letter or digit: also the folder of its samples.
    private static func slug(_ name: String) -> String {
        name.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    }
}
