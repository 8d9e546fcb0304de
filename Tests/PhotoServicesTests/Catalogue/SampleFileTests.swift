import Foundation
import Synchronization
@testable import PhotoCore
import TestSupport
import Testing

@testable import PhotoServices

@Suite("Files written by real producers")
struct SampleFileTests {
    @Test(arguments: SampleFile.all)
    func `Each is read by the parser of its own format, as the same six photos`(file: SampleFile) throws {
        let outcome = try file.read()
        #expect(outcome.failure == nil)
        #expect(SampleFile.folder(of: outcome.catalogue.facts.formatName) == file.folder)
        // Some producers sort by name; servers list the folder of the small pictures as well.
        let catalogue = outcome.catalogue
        let photos = (0..<catalogue.count).filter { !catalogue.isFolder(at: $0) }
        let locations = photos.map { Sample.describe(catalogue.location(at: $0)) }
        #expect(locations.sorted() == (1...6).map { "http://photos.example.org/\($0).jpg" })
        #expect(!outcome.texts(.name).contains { $0.contains("\u{FFFD}") })
    }

    @Test(arguments: SampleFile.all)
    func `Each is recognised without its name and type as well`(file: SampleFile) throws {
        let named = try file.read()
        let unnamed = ReadOutcome(try Data(contentsOf: file.url), from: Sample.url("http://h/x"), as: .standard)
        #expect(unnamed.catalogue.facts.formatName == named.catalogue.facts.formatName)
        #expect(unnamed.texts(.location) == named.texts(.location))
    }

    @Test(arguments: SampleFile.all)
    func `No two formats claim a file with the same confidence`(file: SampleFile) throws {
        // The output of the encodings, from which formats are detected.
        let tap = Tap()
        var formats = CatalogueFormats.standard
        formats.formats = [
            CatalogueFormat(
                "tap",
                recognises: { head in
                    tap.head.withLock { $0 = head }
                    return .certain
                }, makeParser: { _ in WholeDocumentParser { (_, _) throws(CatalogueFailure) in } })
        ]
        _ = ReadOutcome(try Data(contentsOf: file.url), from: Sample.url("http://h/x"), as: formats)
        let head = try #require(tap.head.withLock { $0 })
        let claims = CatalogueFormats.standard.formats.map { ($0.name, $0.recognises(head)) }.filter { $0.1 > .none }
        let best = try #require(claims.map(\.1).max())
        let claimants = claims.filter { $0.1 == best }.map(\.0)
        #expect(claimants.count == 1, "\(claims)")
    }

    private final class Tap: Sendable {
        let head = Mutex<CatalogueHead?>(nil)
    }

    @Test(arguments: SampleFile.all)
    func `Each reads the same a byte at a time, and in pieces of 7`(file: SampleFile) throws {
        let whole = try file.read()
        #expect(try file.read(pieceByteCount: 1).isSame(as: whole))
        #expect(try file.read(pieceByteCount: 7).isSame(as: whole))
    }

    @Test(
        arguments: SampleFile.all)
    func `Each that is cut off anywhere ends with a reason or with fewer rows, which are the same`(file: SampleFile)
        async throws
    {
        let document = [UInt8](try Data(contentsOf: file.url))
        let whole = Self.photos(try file.read())
        let step = Effort.step(max(13, document.count / 400))
        for await round in Rounds((document.count + step - 1) / step) {
            let outcome = ReadOutcome(document[..<(round * step)], from: file.url, as: .standard)
            let rows = Self.photos(outcome)
            #expect(rows.count <= whole.count + 1)
            if rows.count > 1, file.folder != "binary-property-list" {
                // The last one may itself be cut.
                #expect(rows.dropLast() == whole.prefix(rows.count - 1))
            }
        }
    }

    private static let pages = SampleFile.all.filter { $0.folder == "web-page-html" }

    @Test(arguments: pages)
    func `A folder page that is cut off anywhere has some of its folders, and its photos in order`(
        file: SampleFile
    ) throws {
        let document = [UInt8](try Data(contentsOf: file.url))
        let (whole, address) = (try file.read(), Sample.url("http://photos.example.org/"))
        for end in stride(from: 0, to: document.count, by: max(13, document.count / 400)) {
            let outcome = ReadOutcome(document[..<end], from: address, as: .standard)
            let photos = Self.photos(outcome)
            #expect(photos.dropLast() == Self.photos(whole).prefix(max(0, photos.count - 1)))
            #expect(outcome.catalogue.folderCount <= whole.catalogue.folderCount)
        }
    }

    /// The addresses of its photos, without folders.
    private static func photos(_ outcome: ReadOutcome) -> [String] {
        let texts = outcome.texts(.location)
        return texts.indices.filter { !outcome.catalogue.isFolder(at: $0) }.map { texts[$0] }
    }
}
