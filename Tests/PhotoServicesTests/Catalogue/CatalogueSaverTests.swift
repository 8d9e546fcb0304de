import Foundation
@testable import PhotoCore
import TestSupport
import Testing

@testable import PhotoServices

@Suite("Saving catalogues")
struct CatalogueSaverTests {
    static let pieces = [
        "a", "b", " ", "  ", "\n", "\r", "\r\n", "\t", "&", "<", ">", "]]>", "<![CDATA[", "&amp;", "\"", "\"\"", "'",
        ",", ";",
        "##", "#", "\\", "\\n", "\\u0041", "{", "}", "[", "]", ":", "=", "/", "%", "😀", "👩‍👩‍👧", "\u{200F}", "\u{202E}",
        "\u{200E}",
        "مرحبا", "שלום", "é", "e\u{301}", "漢字", "ひらがな", "한국어", "ไทย", "हिन्दी", "Ω", "Ж", "ა", "ⴰ", "𓀀", "\u{FEFF}",
        "\u{85}",
        "\u{2028}", "\u{10FFFF}", "\u{A0}", "null", "true", "1e5", "-", "+", "@", "=1+1", "title", "url",
    ]
    /// Characters that XML 1.0 cannot represent.
    static let controls = ["\u{0}", "\u{1B}", "\u{7}", "\u{FFFE}", "\u{FFFF}"]

    static func text(_ generator: inout SeededGenerator, _ pieces: [String]) -> String {
        (0..<Int.random(in: 0...6, using: &generator)).compactMap { _ in pieces.randomElement(using: &generator) }
            .joined()
    }

    /// A catalogue of arbitrary texts.
    static func catalogue(seed: UInt64, rows: Int, pieces: [String]) throws -> Catalogue {
        var generator = SeededGenerator(seed: seed)
        var builder = CatalogueBuilder()
        builder.facts.title = Bool.random(using: &generator) ? "T" + text(&generator, pieces) : nil
        builder.facts.currency = Bool.random(using: &generator) ? "EUR" : nil
        builder.facts.rates = Bool.random(using: &generator) ? ["USD": 1, "GBP": 0.25, "JPY": 102.5] : [:]
        for row in 0..<rows {
            let length = Int.random(in: 0..<50, using: &generator)
            let name =
                switch length {
                case 0: String(repeating: "é", count: Catalogue.maximumNameByteCount / 2)
                case 1: String(repeating: text(&generator, pieces) + "x", count: 500)
                default: text(&generator, pieces)
                }
            builder.add(.name, name)
            for field in CatalogueField.allCases where field.rawValue > 1 && Bool.random(using: &generator) {
                builder.add(
                    field, field.isURL ? "http://h/\(row)/\(text(&generator, pieces))" : text(&generator, pieces))
            }
            if row % 17 == 3 {
                try builder.endEntry(at: nil, problem: EntryProblem.allCases.randomElement(using: &generator))
            } else {
                builder.add(.location, "http://h/\(text(&generator, pieces)).jpg")
                try builder.endEntry(at: nil)
            }
        }
        return builder.finish(from: Sample.web)
    }

    static func read(_ document: [UInt8], pieceByteCount: Int = 4093) -> ReadOutcome {
        // The URL has no extension: only the content reveals the format.
        ReadOutcome(document, from: Sample.url("http://h/x"), as: .standard, pieceByteCount: pieceByteCount)
    }

    @Test(arguments: CatalogueSaver.Format.allCases, [1, 2, 3, 4, 5] as [UInt64])
    func `What is saved reads back the same, whatever it says`(format: CatalogueSaver.Format, seed: UInt64) throws {
        let pieces = format == .propertyList ? Self.pieces : Self.pieces + Self.controls
        let catalogue = try Self.catalogue(seed: seed, rows: 400, pieces: pieces)
        let outcome = Self.read(CatalogueSaver.document(of: catalogue, as: format))
        #expect(outcome.failure == nil)
        let read = outcome.catalogue
        try #require(read.count == catalogue.count)
        for row in 0..<catalogue.count {
            for field in CatalogueField.allCases {
                var expected = catalogue.text(of: field, at: row)
                if format == .csv, field == .currency, expected == nil, catalogue.text(of: .price, at: row) != nil {
                    expected = catalogue.facts.currency
                }
                // By bytes: in Swift, "é" equals "e\u{301}".
                #expect(read.text(of: field, at: row).map { Array($0.utf8) } == expected.map { Array($0.utf8) })
            }
            let (before, after) = (catalogue.problem(at: row), read.problem(at: row))
            #expect((before == nil) == (after == nil))
            #expect(after == before || after == .missing)
        }
        if format != .csv {
            #expect(read.facts.title == catalogue.facts.title && read.facts.currency == catalogue.facts.currency)
            #expect(read.facts.rates == catalogue.facts.rates)
        }
    }

    @Test(arguments: CatalogueSaver.Format.allCases)
    func `A name or a height that shows pictures in HTML is plain text`(format: CatalogueSaver.Format) throws {
        var builder = CatalogueBuilder()
        for row in 0..<8 {
            builder.add(.name, "http://h/4.jpg\" lang=\"en\"> <a href=\"\(row).jpg\"><img src=\"s/\(row).jpg\" /></a>")
            builder.add(.height, "3000\"<img src=\"\(row).jpg\"></a>")
            builder.add(.location, "http://h/\(row)-.jpg")
            try builder.endEntry(at: nil, problem: row > 5 ? .tooLong : nil)
        }
        let catalogue = builder.finish(from: Sample.web)
        let outcome = Self.read(CatalogueSaver.document(of: catalogue, as: format))
        #expect(outcome.texts(.name) == (0..<8).map { catalogue.text(of: .name, at: $0) })
    }

    @Test(arguments: CatalogueSaver.Format.allCases)
    func `A saved description that shows pictures in HTML is plain text`(format: CatalogueSaver.Format) throws {
        var builder = CatalogueBuilder()
        for row in 0..<8 {
            builder.add(.name, "\(row)")
            builder.add(.description, "<figure><img width='1024' src='http://h/more\(row).jpg' alt='More'></figure>")
            builder.add(.location, "http://h/\(row).jpg")
            try builder.endEntry(at: nil)
        }
        let catalogue = builder.finish(from: Sample.web)
        let outcome = Self.read(CatalogueSaver.document(of: catalogue, as: format))
        #expect(outcome.texts(.location) == (0..<8).map { "http://h/\($0).jpg" })
        #expect(outcome.texts(.description) == (0..<8).map { catalogue.text(of: .description, at: $0) })
    }

    @Test(arguments: [CatalogueSaver.Format.json, .propertyList], [true, false])
    func `So is one where no row has a photo's address`(format: CatalogueSaver.Format, hasAddress: Bool) throws {
        var builder = CatalogueBuilder()
        builder.facts.title = "Sea"
        for row in 0..<8 {
            builder.add(.name, "\(row)")
            builder.add(.description, "<p><img src='http://h/a\(row).jpg'> <img src='http://h/b\(row).jpg'></p>")
            if hasAddress { builder.add(.location, "http://h/posts/\(row)") }
            try builder.endEntry(at: nil, problem: hasAddress ? nil : .number)
        }
        let catalogue = builder.finish(from: Sample.web)
        let outcome = Self.read(CatalogueSaver.document(of: catalogue, as: format))
        #expect(outcome.texts(.description) == (0..<8).map { catalogue.text(of: .description, at: $0) })
        try #require(outcome.catalogue.count == 8)
        for row in 0..<8 {
            #expect(outcome.catalogue.text(of: .location, at: row) == catalogue.text(of: .location, at: row))
            #expect(outcome.catalogue.problem(at: row) == catalogue.problem(at: row))
        }
    }

    @Test func `An apostrophe in a table of another program is part of its text`() {
        let table = "name,url\r\n'=1+1,http://h/1.jpg\r\n"
        #expect(Self.read(Array(table.utf8)).texts(.name) == ["'=1+1"])
        let own = CatalogueSaver.tableHeading.joined(separator: ";") + "\r\n'=1+1;http://h/1.jpg\r\n"
        #expect(Self.read(Array(own.utf8)).texts(.name) == ["=1+1"])
    }

    @Test(arguments: CatalogueSaver.Format.allCases)
    func `The samples that say most are saved as they were`(format: CatalogueSaver.Format) throws {
        for name in [
            "json/shop.json", "json/json-feed.json", "table-csv/libreoffice.csv", "xml-property-list/plistlib.plist",
        ] {
            let catalogue = try SampleFile(name).read().catalogue
            let outcome = Self.read(CatalogueSaver.document(of: catalogue, as: format))
            #expect(outcome.failure == nil)
            if format == .csv {
                #expect(outcome.texts(.name) == (0..<catalogue.count).map { catalogue.text(of: .name, at: $0) ?? "-" })
            } else {
                #expect(outcome.catalogue.hasSameContent(as: catalogue), "\(name)")
            }
        }
    }

    @Test(arguments: CatalogueSaver.Format.allCases)
    func `Relative addresses become absolute, and the rows that are wanted come in their order`(
        format: CatalogueSaver.Format
    ) throws {
        let catalogue = try Sample.catalogue(["1.jpg", "/2 b.jpg", "http://x/3 c.jpg", "ftp://x/4"], from: Sample.web)
        var document: [UInt8] = []
        try CatalogueSaver.save(catalogue, rows: [3, 2, 1, 0], as: format) { document += $0 }
        #expect(
            Self.read(document).texts(.location) == [
                "ftp://x/4", "http://x/3 c.jpg", "http://example.org/2%20b.jpg", "http://example.org/albums/1.jpg",
            ])
    }

    @Test func `Names and addresses alone make a property list that others read`() throws {
        var builder = CatalogueBuilder()
        for name in ["b", "a & <b>", "漢字"] { try builder.append(name: name, location: "http://h/\(name.count).jpg") }
        let document = CatalogueSaver.document(of: builder.finish(from: Sample.web), as: .propertyList)
        let list = try PropertyListSerialization.propertyList(from: Data(document), format: nil)
        #expect(
            list as? [String: String] == ["b": "http://h/1.jpg", "a & <b>": "http://h/7.jpg", "漢字": "http://h/2.jpg"])
    }

    @Test func `Foundation reads the JSON that is written`() throws {
        let catalogue = try Self.catalogue(seed: 9, rows: 100, pieces: Self.pieces + Self.controls)
        let value = try JSONSerialization.jsonObject(with: Data(CatalogueSaver.document(of: catalogue, as: .json)))
        let photos = try #require((value as? [String: Any])?["photos"] as? [[String: Any]])
        #expect(photos.count == 100)
        #expect(photos[5]["name"] as? String == catalogue.text(of: .name, at: 5) ?? "")
    }

    @Test func `It comes in pieces, and is given up when nobody wants it`() throws {
        let catalogue = try Self.catalogue(seed: 1, rows: 3000, pieces: Self.pieces)
        var pieces = 0
        #expect(throws: CatalogueFailure.cancelled) {
            try CatalogueSaver.save(
                catalogue, rows: 0..<3000, as: .json, isCancelled: { pieces == 3 }, write: { _ in pieces += 1 })
        }
        #expect(pieces == 3)
    }
}

extension Catalogue {
    func problem(at row: Int) -> EntryProblem? {
        let (segment, place) = place(of: row)
        return segment.problem(at: place)
    }
}
