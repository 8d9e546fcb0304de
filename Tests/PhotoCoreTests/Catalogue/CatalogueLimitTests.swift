import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite("What a catalogue may cost")
struct CatalogueLimitTests {
    @Test func `As many rows as a catalogue may have are read; one more is refused`() throws {
        for rows in 3...4 {
            var builder = CatalogueBuilder(limit: 1000, rowLimit: 3)
            for row in 1...3 { try builder.append(name: "\(row)", location: "1.jpg") }
            guard rows > 3 else { continue }
            #expect(throws: CatalogueFailure.tooManyPhotos(limit: 3)) {
                try builder.append(name: "4", location: "1.jpg")
            }
        }
    }

    @Test func `Documents that follow each other may have the rows and bytes of one catalogue, and not one more`() {
        let (rows, bytes) = (Catalogue.maximumRowCount, Catalogue.maximumByteCount)
        #expect(Catalogue.limitFailure(rowCount: rows, byteCount: bytes) == nil)
        #expect(Catalogue.limitFailure(rowCount: rows + 1, byteCount: bytes) == .tooManyPhotos(limit: rows))
        #expect(Catalogue.limitFailure(rowCount: rows, byteCount: bytes + 1) == .tooLarge(limit: bytes))
    }

    @Test func `As many bytes as a catalogue may have are read; one more is refused, also unpacked`() throws {
        let document = Array("a=1.jpg\nb=2.jpg\n".utf8)
        // Inverted bits are an encoding of these formats.
        for bytes in [document, document.map { ~$0 }] {
            for limit in [document.count, document.count - 1] {
                var intake = CatalogueIntake(
                    formats: CatalogueIntakeTests.formats, hint: CatalogueHint(url: Sample.web),
                    builder: CatalogueBuilder(), limit: limit)
                var failure: (any Error)?
                do {
                    for byte in bytes { try [byte].withUnsafeBytes { try intake.take($0) } }
                    try intake.finish()
                } catch {
                    failure = error
                }
                let expected = limit == document.count ? nil : CatalogueFailure.tooLarge(limit: limit)
                #expect(failure as? CatalogueFailure == expected)
            }
        }
    }

    @Test func `A shown name has as many bytes as it may have, and one more is cut`() throws {
        let longest = String(repeating: "x", count: Catalogue.maximumShownNameByteCount)
        var builder = CatalogueBuilder()
        for name in [longest, longest + "x"] { try builder.append(name: name, location: "1.jpg") }
        let catalogue = builder.finish(from: Sample.web)
        #expect(catalogue.name(at: 0) == longest)
        #expect(catalogue.name(at: 1) == longest.dropLast(3) + "…")
    }

    @Test func `An address has as many bytes as it may have; with one more its row has none`() throws {
        let start = "http://h/"
        let longest = start + String(repeating: "x", count: Catalogue.maximumLocationByteCount - start.utf8.count)
        #expect(try Sample.resolved(longest, from: Sample.web) == longest)
        #expect(try Sample.resolved(longest + "x", from: Sample.web) == "The entry’s URL is longer than 64 KiB.")
    }

    @Test func `As many folders of a server are read as may be, and not one more`() {
        var scope = FolderScope(of: Sample.url("http://h/"))
        var admitted = 1
        for number in 1...FolderWalk.mostFolders + 1
        where scope.admits(Sample.url("http://h/\(number)/"), most: FolderWalk.mostFolders) {
            admitted += 1
        }
        #expect(admitted == FolderWalk.mostFolders)
    }

    @Test func `A folder of a server is read at the longest address, and not at a longer one`() {
        var scope = FolderScope(of: Sample.url("http://h/"))
        let longest = String(repeating: "x", count: FolderWalk.longestAddress - "http://h//".utf8.count)
        let admitted = [longest + "x", longest, longest].map { name in
            scope.admits(Sample.url("http://h/\(name)/"), most: 10)
        }
        #expect(admitted == [false, true, false])
    }

    @Test func `As many folders of a page are listed as may be, and not one more`() throws {
        var page = try #require(FolderPage(at: Sample.url("http://h/")))
        page.setTitle(Array("Index of /".utf8))
        for number in 0...FolderPage.mostFolders {
            let name = Array("\(number)/".utf8)
            page.add(name, text: name, line: 1)
        }
        #expect(page.takeFolders().count == FolderPage.mostFolders)
    }

    @Test func `A text of an OpenStep list has as many bytes as it may have; with one more it is not opened`() throws {
        let text = [UInt8](repeating: 0x61, count: OpenStepTokenizer.longestText)
        var parser = OpenStepParser(of: Sample.web)
        var builder = CatalogueBuilder()
        try Array("{ \"".utf8).withUnsafeBytes { try parser.parse($0, into: &builder) }
        try text.withUnsafeBytes { try parser.parse($0, into: &builder) }
        #expect(throws: CatalogueFailure.self) {
            try [0x61].withUnsafeBytes { try parser.parse($0, into: &builder) }
        }
    }

    @Test func `A binary list of more rows than a catalogue may have is refused before room is made for them`() throws {
        // One dictionary whose references are all the same byte: two bytes per row.
        let count = Catalogue.maximumRowCount + 1
        var bytes = Array("bplist00".utf8)
        bytes += [0xDF, 0x13] + (0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - 8 * $0)) }
        bytes += [UInt8](repeating: 1, count: 2 * count)
        let text = bytes.count
        bytes += [0x51, UInt8(ascii: "a")]
        let table = bytes.count
        for offset in [8, text] { bytes += (0..<4).map { UInt8(truncatingIfNeeded: offset >> (24 - 8 * $0)) } }
        bytes += [0, 0, 0, 0, 0, 0, 4, 1]
        for value in [2, 0, table] { bytes += (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) } }
        #expect(throws: CatalogueFailure.tooManyPhotos(limit: Catalogue.maximumRowCount)) {
            try CatalogueReader.read(Data(bytes), from: URL(fileURLWithPath: "/a.plist"))
        }
    }
}
