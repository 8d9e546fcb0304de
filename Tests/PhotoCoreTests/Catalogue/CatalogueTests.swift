import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite struct CatalogueTests {
    @Test func `A row costs twelve bytes beyond its text`() throws {
        let catalogue = try Sample.catalogue(["http://h/1.jpg", "http://h/2.jpg"], from: Sample.web)
        #expect(catalogue.count == 2)
        let text = 2 * ("name".utf8.count + "http://h/1.jpg".utf8.count)
        #expect(catalogue.byteCount == text + 2 * 12)
    }

    @Test func `An empty name falls back to the last part of the URL, or to its host`() throws {
        var builder = CatalogueBuilder()
        try builder.append(name: "", location: "http://h/a/sea%20side.jpg?x=1")
        try builder.append(name: "", location: "http://host.example/")
        try builder.append(name: "", location: "ftp://x/y")
        try builder.append(name: "", problem: .array)
        try builder.append(name: "", location: "")
        let catalogue = builder.finish(from: Sample.web)
        #expect((0..<5).map(catalogue.name(at:)) == ["sea side.jpg", "host.example", "ftp://x/y", "", ""])
    }

    @Test func `An entry without a usable URL keeps its row and says why`() throws {
        var builder = CatalogueBuilder()
        for problem in EntryProblem.allCases { try builder.append(name: "p", problem: problem) }
        try builder.append(name: "good", location: "http://h/1.jpg")
        let catalogue = builder.finish(from: Sample.web)
        for (row, problem) in EntryProblem.allCases.enumerated() {
            #expect(catalogue.location(at: row) == .failure(.entry(problem)))
            #expect(catalogue.name(at: row) == "p")
        }
        #expect(catalogue.name(at: catalogue.count - 1) == "good")
        #expect(catalogue.location(at: catalogue.count - 1) == .success(Sample.url("http://h/1.jpg")))
    }

    @Test func `A name of megabytes is cut between two characters`() throws {
        for offset in 0..<4 {
            var builder = CatalogueBuilder()
            try builder.append(
                name: String(repeating: "x", count: offset) + String(repeating: "😀", count: 100_000),
                location: "http://h/1.jpg")
            let name = builder.finish(from: Sample.web).name(at: 0)
            #expect(name.utf8.count <= Catalogue.maximumShownNameByteCount)
            #expect(name.utf8.count > Catalogue.maximumShownNameByteCount - 8)
            #expect(name.hasSuffix("😀…"))
        }
    }

    @Test func `A URL that is far too long is a row that says so`() throws {
        let long = "http://h/" + String(repeating: "x", count: Catalogue.maximumLocationByteCount)
        #expect(try Sample.resolved(long, from: Sample.web) == "The entry’s URL is longer than 64 KiB.")
    }

    @Test func `More text than a catalogue may hold is refused`() throws {
        var builder = CatalogueBuilder(limit: 20)
        try builder.append(name: "0123456789", location: "0123456789")
        #expect(throws: CatalogueFailure.tooLarge(limit: 20)) { try builder.append(name: "x", location: "") }
    }

    @Test func `Failures are sentences`() {
        #expect(
            CatalogueFailure.tooLarge(limit: Catalogue.maximumByteCount).description
                == "The catalogue is larger than the limit of 512 MiB. Split it into several smaller ones.")
        #expect(CatalogueFailure.fetch(.hostUnknown(host: "h")).localizedDescription.contains("“h” is unknown"))
        #expect(CatalogueFailure.noPhotos.description == "The catalogue contains no photos.")
    }
}
