import Foundation
import TestSupport
import Testing

import PhotoCore
import PhotoServices

@Suite(.timeLimit(.minutes(15))) struct XMLPushParserTests {
    static let billionLaughs =
        "<!DOCTYPE plist [<!ENTITY a0 \"lol\">"
        + (1...20).map { "<!ENTITY a\($0) \"\(String(repeating: "&a\($0 - 1);", count: 10))\">" }.joined() + "]>"

    private static let documentTypes: [(String, String, String)] = [
        ("", billionLaughs, "<string>&a20;</string>"),
        ("", "<!-- x --><?x y?>\n" + billionLaughs, "<string>&a20;</string>"),
        // Quadratic blow-up: one long entity, used often.
        (
            "", "<!DOCTYPE plist [<!ENTITY a '\(String(repeating: "x", count: 100_000))'>]>",
            "<string>\(String(repeating: "&a;", count: 100_000))</string>"
        ),
        ("", "<!DOCTYPE plist [<!ENTITY a SYSTEM 'file:///etc/hostname'>]>", "<string>&a;</string>"),
        ("", "<!DOCTYPE plist SYSTEM 'x' [<!ENTITY % a SYSTEM 'http://127.0.0.1:9/'> %a;]>", "<string/>"),
        ("<?xml version='1.0'?>", "<!DOCTYPE plist PUBLIC \"-//x//EN\" '[>' [\n<!ENTITY % a 'b'>]>", "<string/>"),
    ]

    @Test(arguments: documentTypes)
    func `A document type of its own is refused, entities and all`(declaration: String, prolog: String, value: String) {
        let text = "\(declaration)\(prolog)<plist><dict><key>a</key>\(value)</dict></plist>"
        for data in [Data(text.utf8), text.data(using: .utf16LittleEndian), text.data(using: .utf16)] {
            let said = data.flatMap(Sample.failure)?.description ?? "accepted"
            #expect(said.contains("It declares its own document type"), "\(said.prefix(200))")
        }
    }

    @Test func `A tag may have many attributes, but not so many that libxml2 would compare them for minutes`() {
        func outcome(_ count: Int) -> String? {
            let attributes = (0..<count).map { " a\($0)=\"\"" }.joined()
            let text = "<?xml version='1.0'?><photos><b\(attributes)/><photo url='http://h/1.jpg'/><photo url='2.jpg'/>"
            return Sample.failure(Data((text + "</photos>").utf8))?.description
        }
        #expect(outcome(5000) == nil)
        #expect(outcome(500_000)?.contains("A tag or a comment is far too long for a page of photos.") == true)
    }

    @Test(arguments: ["file:///etc/hostname", "http://127.0.0.1:9/x.dtd"])
    func `An external document type is never fetched`(address: String) throws {
        let text = "<!DOCTYPE plist SYSTEM '\(address)'><plist><dict><key>a</key><string>b.jpg</string></dict></plist>"
        #expect(try CatalogueReader.read(Data(text.utf8), from: Sample.web, as: .standard).count == 1)
    }

    @Test(arguments: ["UTF-7", "HZ-GB-2312", "ISO-2022-JP", "UTF-16LE", "UTF-16BE", "EBCDIC-CP-US", "UCS-4", "IBM037"])
    func `Entities hidden in another encoding are refused, and so is an unknown encoding`(name: String) throws {
        // UTF-7 can write "<!" as "+ADwAIQ-".
        for hidden in ["<!DOCTYPE plist [<!ENTITY a 'x'>]>", "+ADwAIQ-DOCTYPE plist [+ADwAIQ-ENTITY a 'x'>]>"] {
            let text =
                "<?xml version=\"1.0\" encoding='\(name)'?>\(hidden)<plist><dict><key>&a;</key><true/></dict></plist>"
            guard case .notACatalogue = Sample.failure(Data(text.utf8)) else {
                Issue.record("\(name) was accepted")
                continue
            }
        }
    }

    @Test func `Encodings that the XML library knows are read`() throws {
        let text =
            "<?xml version='1.0' encoding='Shift_JIS'?><plist><dict><key>写真</key><string>1.jpg</string></dict></plist>"
        let data = Data(try #require(text.bytes(in: .shiftJIS)))
        #expect(try CatalogueReader.read(data, from: Sample.web, as: .standard).name(at: 0) == "写真")
    }

    @Test func `UTF-32 is read where it is marked`() throws {
        let text = "<plist><dict><key>a</key><string>1.jpg</string></dict></plist>"
        let data = try #require(text.data(using: .utf32))
        #expect(try CatalogueReader.read(data, from: Sample.web, as: .standard).count == 1)
    }

    @Test func `A document that was made UTF-8 is read as that, whatever it declares`() throws {
        struct Same: ByteTransforming {
            mutating func transform(
                _ bytes: UnsafeRawBufferPointer, next: (UnsafeRawBufferPointer) throws(CatalogueFailure) -> Void
            ) throws(CatalogueFailure) { try next(bytes) }
            mutating func finish(
                next: (UnsafeRawBufferPointer) throws(CatalogueFailure) -> Void
            ) throws(CatalogueFailure) {}
        }
        var formats = CatalogueFormats.standard
        formats.encodings = [
            ByteEncoding("same", makesUTF8: true, recognises: { !$0.isMadeUTF8 }, makeTransform: { _ in Same() })
        ]
        let text =
            "<?xml version='1.0' encoding='UTF-16'?><plist><dict><key>é</key><string>1.jpg</string></dict></plist>"
        #expect(try CatalogueReader.read(Data(text.utf8), from: Sample.web, as: formats).name(at: 0) == "é")
    }

    @Test func `A document that begins with an endless comment is refused`() {
        let document = Data("<!--".utf8) + Data(repeating: UInt8(ascii: " "), count: 12 << 20)
        #expect(Sample.failure(document)?.description.contains("longer than 10 MB") == true)
    }

    @Test(
        arguments: [
            ("<!doctype html><html><head>", "It is a web page (HTML) that contains no photos."),
            ("<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\"><HTML>", "It is a web page (HTML)"),
            ("<html lang=en>", "It is a web page (HTML)"),
            ("\n <!-- x --><HTML>", "It is a web page (HTML)"),
            ("<?xml version='1.0'?><html xmlns='x'>", "It is a web page (HTML)"),
            ("<?xml version='1.0'?>\n<rss version='2'>", "Line 2: It ends early; it may be cut short."),
            ("<?xml version='1.0'?>\n<gpx version='1'>", "Line 2: It ends early; it may be cut short."),
            ("<dict><key>a</key></dict>", "There are no photos in this: it is XML about “dict”, “key”."),
            ("", "It is empty."),
            (" \n", "It contains only white space"),
            ("hello", "It is in no format that can be opened: a property list, JSON,"),
            ("%PDF 1.4", "It looks like a PDF document. Open it in another program."),
            ("%PDF-1.4", "It is an archive."),
            ("GIF89a", "It looks like a picture (GIF)"),
            ("bplist15", "of an unknown version"),
            ("<", "cut short"), ("<?xml ", "cut short"), ("<!--", "cut short"), ("<!DOCT", "cut short"),
        ])
    func `The failure says what it looks like instead`(text: String, kind: String) {
        let said = Sample.failure(Data(text.utf8))?.description ?? "accepted"
        #expect(said.contains(kind), "\(said)")
    }

    @Test func `A photo opened by mistake is recognised`() {
        #expect(Sample.failure(Data([0xFF, 0xD8, 0xFF, 0xE0]))?.description.contains("a photo (JPEG)") == true)
    }

    @Test func `Random bytes are refused with a reason`() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<5_000 {
            let head = ["", "<", "\u{FEFF}<", "<?xml ", "bplist00"].randomElement(using: &generator) ?? ""
            let tail = (0..<Int.random(in: 0...80, using: &generator)).map { _ in generator.next() }
            let failure = Sample.failure(Data(head.utf8) + Data(tail.map { UInt8(truncatingIfNeeded: $0) }))
            #expect(failure?.description.hasSuffix(".") == true, "\(failure?.description ?? "accepted")")
        }
    }
}
