import Foundation
import TestSupport
import Testing

import PhotoCore
import PhotoServices

@Suite struct CatalogueWriterTests {
    @Test func `What is written reads back the same, whatever the names are`() throws {
        var generator = SeededGenerator(seed: 2)
        let pieces = [
            "a", " ", "\n", "\r", "\r\n", "\t", "&", "<", ">", "]]>", "<![CDATA[", "&amp;", "\"", "'", "😀", "👩‍👩‍👧",
            "\u{200F}", "\u{202E}", "é", "e\u{301}", "漢", "\u{FEFF}", "\u{85}", "\u{2028}", "\u{10FFFF}", "%", "--",
        ]
        let names = (0..<3_000).map { _ in
            let count = Int.random(in: 0...9, using: &generator)
            return (0..<count).compactMap { _ in pieces.randomElement(using: &generator) }.joined()
        }
        let entries = names.enumerated().map { (name: $1, url: "http://h/\($0)?a&b=<\($0)>") }
        let catalogue = try CatalogueReader.read(
            Sample.xmlPropertyList(of: entries), from: Sample.web, as: .standard)
        #expect(catalogue.count == names.count)
        for (row, name) in names.enumerated() {
            // By bytes: in Swift, "é" equals "e\u{301}".
            #expect(Array((catalogue.text(of: .name, at: row) ?? "").utf8) == Array(name.utf8))
            #expect(Sample.describe(catalogue.location(at: row)) == "http://h/\(row)?a&b=%3C\(row)%3E")
        }
    }

    @Test func `What XML cannot hold is replaced, and the rest stays`() throws {
        let data = Sample.xmlPropertyList(of: [(name: "a\u{0}\u{1B}\u{FFFE}b", url: "http://h/1.jpg")])
        #expect(
            try CatalogueReader.read(data, from: Sample.web, as: .standard).name(at: 0) == "a\u{FFFD}\u{FFFD}\u{FFFD}b")
    }

    @Test func `Foundation reads what is written`() throws {
        let data = Sample.xmlPropertyList(of: [(name: "a & <b>", url: "http://h/1.jpg?a&b")])
        let list = try PropertyListSerialization.propertyList(from: data, format: nil)
        #expect(list as? [String: String] == ["a & <b>": "http://h/1.jpg?a&b"])
    }

    @Test func `Chunks put together are the whole document`() {
        var document = Array(CatalogueWriter.header.utf8)
        for number in 0..<3 {
            var chunk: [UInt8] = []
            CatalogueWriter.append(name: "n\(number)", url: "u\(number)", to: &chunk)
            document += chunk
        }
        document += Array(CatalogueWriter.footer.utf8)
        #expect(Data(document) == Sample.xmlPropertyList(of: (0..<3).map { (name: "n\($0)", url: "u\($0)") }))
    }
}
