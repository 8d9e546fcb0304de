import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite struct CatalogueBuilderTests {
    @Test func `Fields come in any order, and are given back as they were`() throws {
        var builder = CatalogueBuilder()
        builder.add(.author, " Ann ")
        builder.add(.location, " http://h/1.jpg\n")
        builder.add(.description, "A sea, über alles. 😀")
        builder.add(.name, "one")
        builder.add(.name, "not this")
        builder.add(.thumbnail, "t/1.jpg")
        builder.add(.width, "640")
        builder.add(.height, "480")
        builder.add(.price, "12.50")
        builder.add(.license, "")
        builder.facts.currency = "EUR"
        try builder.endEntry(at: .line(3))
        let catalogue = builder.finish(from: Sample.web)
        let details = catalogue.details(at: 0)
        #expect(details.name == "one")
        #expect(details.location == .success(Sample.url("http://h/1.jpg")))
        #expect(details.thumbnail == Sample.url("http://example.org/albums/t/1.jpg"))
        #expect(details.description == "A sea, über alles. 😀")
        #expect(details.author == "Ann")
        #expect(details.license == nil)
        #expect(details.size == PixelSize(width: 640, height: 480))
        #expect(details.price == Decimal(string: "12.5"))
        #expect(details.currency == "EUR")
        #expect(details.position == .line(3))
    }

    @Test func `Segments are handed over as they come, and rows are found in all of them`() throws {
        var builder = CatalogueBuilder()
        var catalogue = Catalogue(from: Sample.web)
        #expect(builder.takeSegment() == nil)
        for row in 0..<1000 {
            try builder.append(name: "n\(row)", location: "\(row).jpg", at: .line(4 + 2 * row))
            // Segments of 1, 2, 4, … rows.
            if row & (row + 1) == 0, let segment = builder.takeSegment() { catalogue.append(segment) }
        }
        let before = catalogue
        if let last = builder.takeSegment() { catalogue.append(last) }
        #expect(before.count == 512 && catalogue.count == 1000 && builder.count == 1000)
        for row in 0..<1000 {
            #expect(catalogue.name(at: row) == "n\(row)")
            #expect(catalogue.text(of: .location, at: row) == "\(row).jpg")
            #expect(catalogue.position(at: row) == .line(4 + 2 * row))
        }
        // A writer's regular lines need only one run per segment.
        #expect(catalogue.byteCount <= catalogue.segments.reduce(0) { $0 + $1.textByteCount + 12 * $1.count + 16 })
    }

    @Test func `Positions that follow no rule are kept all the same`() throws {
        let lines = [1, 1, 1, 7, 8, 9, 9, 30, 28, 4_000_000_000]
        var builder = CatalogueBuilder()
        for line in lines { try builder.append(name: "", location: "x", at: .line(line)) }
        try builder.append(name: "", location: "x", at: .item(5))
        let catalogue = builder.finish(from: Sample.web)
        #expect(lines.indices.map { catalogue.position(at: $0) } == lines.map { .line($0) })
        #expect(catalogue.position(at: lines.count) == .item(5))
    }

    @Test func `A name of 64 KiB is kept whole, though less of it is shown`() throws {
        let name = String(repeating: "é", count: Catalogue.maximumNameByteCount / 2)
        var builder = CatalogueBuilder()
        try builder.append(name: name, location: "1.jpg")
        try builder.append(name: name + "x", location: "1.jpg")
        let catalogue = builder.finish(from: Sample.web)
        #expect(catalogue.text(of: .name, at: 0) == name)
        #expect(catalogue.name(at: 0).utf8.count <= Catalogue.maximumShownNameByteCount)
        #expect(catalogue.text(of: .name, at: 1)?.hasSuffix("é…") == true)
    }

    @Test func `An overlong thumbnail is left out, an overlong description is cut`() throws {
        var builder = CatalogueBuilder()
        builder.add(.description, String(repeating: "x", count: 1 << 20))
        builder.add(.thumbnail, String(repeating: "x", count: 1 << 20))
        builder.add(.location, "1.jpg" + String(repeating: " ", count: 1 << 20))
        try builder.endEntry(at: nil)
        let catalogue = builder.finish(from: Sample.web)
        #expect(catalogue.text(of: .thumbnail, at: 0) == nil)
        #expect(catalogue.text(of: .description, at: 0)?.utf8.count == 16 << 10)
        #expect(catalogue.text(of: .location, at: 0) == "1.jpg")
    }

    @Test func `A field's text may come in pieces, cut anywhere`() {
        var pieces = EntryScratch()
        pieces.begin(.description)
        for byte in "A sea, über alles. 😀".utf8 { withUnsafeBytes(of: byte) { pieces.append($0) } }
        pieces.close()
        var whole = EntryScratch()
        whole.begin(.description)
        Array("A sea, über alles. 😀".utf8).withUnsafeBytes { whole.append($0) }
        whole.close()
        #expect(!whole.fields.isEmpty && pieces.fields == whole.fields)
    }

    @Test func `A catalogue's own base counts where its rows may go there`() throws {
        for (base, expected) in [
            ("http://cdn/", "http://cdn/1.jpg"), ("../b/", "http://example.org/b/1.jpg"),
            ("file:///etc/", "http://example.org/albums/1.jpg"),
        ] {
            var builder = CatalogueBuilder()
            builder.facts.base = base
            try builder.append(name: "", location: "1.jpg")
            #expect(try builder.finish(from: Sample.web).location(at: 0).get() == Sample.url(expected))
        }
    }

    @Test func `Content is compared however it is cut into segments`() throws {
        func catalogue(cutEvery: Int, last: String = "9") throws -> Catalogue {
            var builder = CatalogueBuilder()
            var catalogue = Catalogue(from: Sample.web)
            for row in 0..<10 {
                builder.add(.author, row == 9 ? last : "\(row)")
                try builder.append(name: "n", location: "\(row)")
                if row % cutEvery == 0, let segment = builder.takeSegment() { catalogue.append(segment) }
            }
            if let segment = builder.takeSegment() { catalogue.append(segment) }
            return catalogue
        }
        #expect(try catalogue(cutEvery: 2).hasSameContent(as: catalogue(cutEvery: 3)))
        #expect(try !catalogue(cutEvery: 2).hasSameContent(as: catalogue(cutEvery: 2, last: "x")))
    }

    @Test(arguments: [
        ("1", true), ("2147483647", true), ("2147483648", false), ("0", false), ("-1", false), ("1e3", false),
        ("9223372036854775807", false), ("9223372036854775808", false), ("-9223372036854775808", false), ("", false),
    ])
    func `A side has 31 bits, or is not known`(side: String, isKnown: Bool) throws {
        for (width, height) in [(side, "480"), ("480", side)] {
            var builder = CatalogueBuilder()
            builder.add(.location, "http://h/1.jpg")
            builder.add(.width, width)
            builder.add(.height, height)
            try builder.endEntry(at: nil)
            let size = builder.finish(from: Sample.web).details(at: 0).size
            let sides = size.map { ["\($0.width)", "\($0.height)"] }
            #expect(sides == (isKnown ? [width, height] : nil))
        }
    }
}
