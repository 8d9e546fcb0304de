import Foundation
import TestSupport
import Testing

@testable import PhotoCore
import PhotoServices

@Suite(.timeLimit(.minutes(15))) struct XMLPropertyListParserTests {
    static let entries = """
        <dict>
            <key>photo 10</key> <string>10.jpg</string>
            <key>photo 2</key> <string>http://h/2.jpg</string>
            <key>photo 10</key> <string>again.jpg</string>
        </dict>
        """

    @Test func `Rows keep the document's order, and entries of one name are all kept`() throws {
        let catalogue = try CatalogueReader.read(Sample.plist(Self.entries), from: Sample.web, as: .standard)
        #expect(
            Sample.rows(catalogue) == [
                "photo 10 -> http://example.org/albums/10.jpg", "photo 2 -> http://h/2.jpg",
                "photo 10 -> http://example.org/albums/again.jpg",
            ])
    }

    @Test func `A value that is no text becomes a row that says what it is`() throws {
        let values = [
            "<integer>5</integer>", "<real>1.5</real>", "<true/>", "<date>2020-01-01T00:00:00Z</date>",
            "<data>AA==</data>", "<array><string>http://h/1.jpg</string><dict><key>a</key><true/></dict></array>",
            "<dict><key>uri</key><true/></dict>", "<dict><key>x</key><string>y</string></dict>", "<string/>",
            "<string>ok.jpg</string>",
        ]
        let data = Sample.plist("<dict>" + values.map { "<key>n</key>\($0)" }.joined() + "</dict>")
        let catalogue = try CatalogueReader.read(data, from: Sample.web, as: .standard)
        #expect(
            (0..<catalogue.count).map { Sample.describe(catalogue.location(at: $0)) } == [
                "The entry’s value is a number, not a URL.", "The entry’s value is a number, not a URL.",
                "The entry’s value is true or false, not a URL.", "The entry’s value is a date, not a URL.",
                "The entry’s value is binary data, not a URL.", "The entry’s value is an array, not a URL.",
                "The entry has no URL.", "The entry has no URL.",
                "There is no URL: the address is missing.",
                "http://example.org/albums/ok.jpg",
            ])
    }

    @Test func `Photos in an array, or with several fields, are read, and what is said of the whole`() throws {
        let photo =
            "<dict><key>title</key><string>A</string><key>url</key><string>1.jpg</string>"
            + "<key>width</key><integer>640</integer><key>price</key><real>1.5</real></dict>"
        let documents = [
            "<array>\(photo)<string>2.jpg</string></array>",
            "<dict><key>title</key><string>T</string><key>rates</key><dict><key>USD</key><real>1</real></dict>"
                + "<key>photos</key><array>\(photo)<string>2.jpg</string></array></dict>",
            "<dict><key>A</key>\(photo)<key>B</key><string>2.jpg</string></dict>",
        ]
        for document in documents {
            let catalogue = try CatalogueReader.read(Sample.plist(document), from: Sample.web, as: .standard)
            #expect(catalogue.count == 2)
            #expect(catalogue.text(of: .location, at: 0) == "1.jpg" && catalogue.text(of: .location, at: 1) == "2.jpg")
            #expect(catalogue.text(of: .name, at: 0) == "A" && catalogue.text(of: .width, at: 0) == "640")
            #expect(catalogue.text(of: .price, at: 0) == "1.5" && catalogue.position(at: 0) == .line(4))
        }
    }

    @Test func `Escapes, CDATA, comments and split text are read`() throws {
        let entries = """
            <dict><!-- <key>x</key> --><key>a &amp;&#32;&lt;b&gt;<![CDATA[ &c; ]]>&#x1F600;</key>
            <?skip this?><string>http://h/<!-- x -->1.jpg?a&amp;b</string></dict>
            """
        let catalogue = try CatalogueReader.read(Sample.plist(entries), from: Sample.web, as: .standard)
        #expect(Sample.rows(catalogue) == ["a & <b> &c; 😀 -> http://h/1.jpg?a&b"])
    }

    @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf8, .isoLatin1], [true, false])
    func `UTF-16, UTF-8 and Latin-1 are read, with and without a byte order mark`(
        encoding: String.Encoding, hasMark: Bool
    ) throws {
        let names: [String.Encoding: String] = [.utf8: "UTF-8", .isoLatin1: "ISO-8859-1"]
        let mark = hasMark && encoding != .isoLatin1 ? "\u{FEFF}" : ""
        let text = """
            \(mark)<?xml version="1.0" encoding="\(names[encoding] ?? "UTF-16")"?>
            <plist><dict><key>é ü</key><string>http://h/é.jpg</string></dict></plist>
            """
        let data = Data(try #require(text.bytes(in: encoding)))
        let catalogue = try CatalogueReader.read(data, from: Sample.web, as: .standard)
        #expect(Sample.rows(catalogue) == ["é ü -> http://h/%C3%A9.jpg"])
    }

    @Test func `White space before the XML declaration is forgiven, and lines are counted with it`() throws {
        let document = Data("\n\n".utf8) + Sample.plist(Self.entries)
        #expect(try CatalogueReader.read(document, from: Sample.web, as: .standard).count == 3)
        #expect(Sample.failure(document.dropLast(20))?.description.contains("Line 9: It ends early") == true)
    }

    @Test func `A slice of other data is read as itself`() throws {
        let data = Data("xx".utf8) + Sample.plist(Self.entries) + Data("xx".utf8)
        #expect(try CatalogueReader.read(data.dropFirst(2).dropLast(2), from: Sample.web, as: .standard).count == 3)
    }

    @Test func `More than 10 MB is read, and the last line's number is right`() throws {
        let url = "http://h/" + String(repeating: "x", count: 1000)
        let entries = (0..<11_000).map { (name: "\($0)", url: url) }
        let data = Sample.xmlPropertyList(of: entries)
        #expect(data.count > 11_000_000)
        #expect(try CatalogueReader.read(data, from: Sample.web, as: .standard).count == 11_000)
        #expect(Sample.failure(data.dropLast(18))?.description.contains("Line 22004: It ends early") == true)
    }

    @Test func `A document cut short anywhere is a failure with a line, never a crash or a shorter catalogue`() {
        let data = Sample.plist(Self.entries)
        // From the end of the declaration on.
        for length in 6..<data.count {
            guard case .notACatalogue(let reason) = Sample.failure(data.prefix(length)) else {
                Issue.record("\(length) bytes of \(data.count) were accepted")
                continue
            }
            #expect(reason.hasPrefix("Line ") && reason.contains("cut short"), "\(length): \(reason)")
        }
    }

    @Test(
        arguments: [
            ("<dict><key>a</key><string>b</key></dict>", "Line 4: An element is closed by the wrong tag."),
            ("<string>a</string>", "The outermost value is <string>"),
            ("", "The property list is empty."),
            ("\n\n<dict><string>a</string></dict>", "Line 6: <string> has no <key> before it."),
            ("<dict><key>a</key><key>b</key></dict>", "The key “a” has no value."),
            ("<dict><key>a</key></dict>", "The key “a” has no value."),
            ("<dict>stray</dict>", "There is text outside <key> and <string>: “stray”"),
            ("<dict><key>a<b/></key><true/></dict>", "<b> is not allowed here."),
            ("<dict><key>a</key><url>b</url></dict>", "A property list has no element <url>."),
            ("<dict><key>a</key><array><url/></array></dict>", "A property list has no element <url>."),
            ("<dict/><dict/>", "<dict> is not allowed here."),
            ("<dict><key>a & b</key><string/></dict>", "An & or < stands alone"),
            ("<dict><key>a&nbsp;b</key><string/></dict>", "An entity is undefined; XML defines only"),
            ("<dict><key>a\u{1}b</key><string/></dict>", "A character is not allowed in XML, or"),
            ("<dict/></plist><plist>", "There is extra content after its end."),
        ])
    func `What is no property list is refused with the line and the reason`(entries: String, reason: String) {
        let said = Sample.failure(Sample.plist(entries))?.description ?? "accepted"
        #expect(said.hasPrefix("This is not a catalogue of photos. Line "), "\(said)")
        #expect(said.contains(reason), "\(said)")
    }

    @Test func `Bytes that do not fit the encoding are refused`() {
        let data = Data("<plist><dict><key>a".utf8) + Data([0xC3, 0x28]) + Data("</key><true/></dict></plist>".utf8)
        #expect(Sample.failure(data)?.description.contains("not in the document’s encoding") == true)
    }

    @Test func `An empty dictionary holds no photos`() {
        #expect(Sample.failure(Sample.plist("<dict/>")) == .noPhotos)
        #expect(Sample.failure(Sample.plist("<dict> </dict>")) == .noPhotos)
    }

    @Test func `A hundred levels of nesting are one row, a million do no harm`() throws {
        func nested(_ depth: Int) -> Data {
            let nested = String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)
            return Sample.plist("<dict><key>deep</key>\(nested)<key>boat</key><string>1.jpg</string></dict>")
        }
        let catalogue = try CatalogueReader.read(nested(100), from: Sample.web, as: .standard)
        #expect(catalogue.count == 2)
        #expect(catalogue.location(at: 0) == .failure(.entry(.array)))
        #expect(Sample.failure(nested(1_000_000)) != nil)
    }

    @Test func `Values are nested as deep as they may be, and not one level deeper`() {
        func failure(_ depth: Int) -> String? {
            // The array is a level, too.
            let start = String(repeating: "<dict><key>url</key>", count: depth - 1)
            let end = String(repeating: "</dict>", count: depth - 1)
            let array = "<array><string>1.jpg</string>\(start)<string>2.jpg</string>\(end)</array>"
            return Sample.failure(Sample.plist(array))?.description
        }
        #expect(failure(EntryTree.maximumDepth) == nil)
        #expect(failure(EntryTree.maximumDepth + 1)?.contains("nested more than 128 levels deep") == true)
    }

    @Test func `One text of many megabytes is no photo, one such comment a refusal`() throws {
        let long = String(repeating: "x", count: 12_000_000)
        let data = Sample.plist("<dict><key>\(long)</key><string>\(long)</string></dict>")
        #expect(Sample.failure(data) == .noPhotos)
        let comment = Sample.failure(Sample.plist("<dict><!--\(long)--></dict>"))
        #expect(comment?.description.contains("longer than 10 MB") == true)
    }

    @Test func `Random damage leaves rows or a reason`() {
        var generator = SeededGenerator(seed: 11)
        let original = Sample.plist(Self.entries)
        for _ in 0..<3_000 {
            var data = original
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = Int.random(in: 0..<data.count, using: &generator)
                data[index] = UInt8.random(in: 0...255, using: &generator)
            }
            let outcome = ReadOutcome(data, from: Sample.web, as: .standard)
            #expect(outcome.isSound, "\(outcome.rows)")
        }
    }

    @Test func `A cancellation takes effect soon`() {
        let entries = (0..<20_000).map { (name: "photo \($0)", url: "http://h/\($0).jpg") }
        let data = Sample.xmlPropertyList(of: entries)
        let asked = Counter()
        #expect(throws: CatalogueFailure.cancelled) {
            try CatalogueReader.read(data, from: Sample.web, as: .standard) { asked.next() > 3 }
        }
        #expect(asked.next() <= 6)
    }
}
