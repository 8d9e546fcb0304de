import Foundation
import PhotoCore
import PhotoServices

/// The fuzzed parsers, by name. Every format and every encoding of the program is one: new ones need no change here.
struct FuzzTarget: Sendable {
    let name: String
    /// Ends the program if the result of the document is wrong.
    let run: @Sendable ([UInt8]) -> Void

    static let all: [FuzzTarget] =
        CatalogueFormats.standard.formats.map { parser(of: $0) } + [encodings, any, saving, pictures] + others

    /// A format's parser, even if the format does not recognise the document: complete and in pieces, with the same
    /// result.
    private static func parser(of format: CatalogueFormat) -> FuzzTarget {
        FuzzTarget(name: slug(format.name)) { document in
            let whole = Reading(document, as: format, pieceByteCount: .max)
            let pieces = Reading(document, as: format, pieceByteCount: pieceByteCount(document))
            whole.expectSame(as: pieces)
            whole.useAll()
        }
    }

    /// The decoding of gzip and of text encodings, complete and in pieces.
    private static let encodings = FuzzTarget(name: "encodings") { document in
        let whole = Reading(document, within: CatalogueFormats.standard.encodings, pieceByteCount: .max)
        let pieces = Reading(
            document, within: CatalogueFormats.standard.encodings, pieceByteCount: pieceByteCount(document))
        whole.expectSame(as: pieces)
    }

    /// Everything, like a document that is opened: encodings, recognition, parsing.
    private static let any = FuzzTarget(name: "any") { document in
        let whole = Reading(document, as: .standard, pieceByteCount: .max)
        let pieces = Reading(document, as: .standard, pieceByteCount: pieceByteCount(document))
        whole.expectSame(as: pieces)
        whole.useAll()
    }

    /// A saved catalogue reads back the same.
    private static let saving = FuzzTarget(name: "saving") { document in
        let read = Reading(document, as: .standard, pieceByteCount: .max)
        for format in CatalogueSaver.Format.allCases { read.expectSavedSame(as: format) }
    }

    /// The search for smaller pictures in a photo: complete, and as it arrives; and in the document itself.
    private static let pictures = FuzzTarget(name: "pictures") { document in
        for photo in [Data(PhotoSegments(document).bytes), Data([0xFF, 0xD8, 0xFF] + document)] {
            for takesAny in [false, true] {
                var whole = EnoughBytes(wanted: .square(160), takesAny: takesAny)
                var early = whole
                while case .picture(let picture) = whole.look(at: photo) {
                    guard !picture.encoded(in: photo).isEmpty else { fatalError("A picture without bytes: \(picture)") }
                    whole.refusePicture()
                }
                for end in stride(from: 0, to: photo.count, by: pieceByteCount(document)) {
                    let piece = photo.prefix(end)
                    guard case .picture(let picture) = early.look(at: piece) else { continue }
                    guard !picture.encoded(in: piece).isEmpty else { fatalError("A picture too early: \(picture)") }
                    early.refusePicture()
                }
            }
        }
    }

    /// Between 1 and 16: small, because errors at cuts happen near them.
    private static func pieceByteCount(_ document: [UInt8]) -> Int { 1 + Int(document.last ?? 0) % 16 }

    /// The name in lower case, with a hyphen for every character that is no letter or digit: also the folder of its
    /// samples.
    private static func slug(_ name: String) -> String {
        name.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    }
}
