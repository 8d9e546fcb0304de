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
        // Some producers sort by name.
        let locations = (0..<outcome.catalogue.count).map { Sample.describe(outcome.catalogue.location(at: $0)) }
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
        throws
    {
        let document = [UInt8](try Data(contentsOf: file.url))
        let whole = try file.read().texts(.location)
        for end in stride(from: 0, to: document.count, by: max(13, document.count / 400)) {
            let outcome = ReadOutcome(document[..<end], from: file.url, as: .standard)
            let rows = outcome.texts(.location)
            #expect(rows.count <= whole.count + 1)
            if rows.count > 1, file.folder != "binary-property-list" {
                // The last one may itself be cut.
                #expect(rows.dropLast() == whole.prefix(rows.count - 1))
            }
        }
    }
}
