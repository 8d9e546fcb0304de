import Foundation
import Testing

@testable import PhotoCore

@Suite("What a catalogue may cost")
struct CatalogueLimitTests {
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
