import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite(.timeLimit(.minutes(1))) struct XMLPrologTests {
    static let billionLaughs =
        "<!DOCTYPE plist [<!ENTITY a0 \"lol\">"
        + (1...20).map { "<!ENTITY a\($0) \"\(String(repeating: "&a\($0 - 1);", count: 10))\">" }.joined() + "]>"

    @Test(
        arguments: [
            ("", billionLaughs, "<string>&a20;</string>"),
            ("", "<!-- x --><?x y?>\n" + billionLaughs, "<string>&a20;</string>"),
            // Quadratic blow-up: one long entity, used often.
            (
                "", "<!DOCTYPE plist [<!ENTITY a '\(String(repeating: "x", count: 100_000))'>]>",
                "<string>\(String(repeating: "&a;", count: 100_000))</string>"
            ),
            ("", "<!DOCTYPE plist [<!ENTITY a SYSTEM 'file:///etc/hostname'>]>", "<string>&a;</string>"),
            ("", "<!DOCTYPE plist SYSTEM 'x' [<!ENTITY % a SYSTEM 'http://127.0.0.1:9/'> %a;]>", "<string/>"),
            ("<?xml version='1.0'?>", "<!DOCTYPE plist PUBLIC \"[\" '>' [\n<!ENTITY % a 'b'>]>", "<string/>"),
        ])
    func `A document type of its own is refused, entities and all`(declaration: String, prolog: String, value: String) {
        let text = "\(declaration)\(prolog)<plist><dict><key>a</key>\(value)</dict></plist>"
        for data in [Data(text.utf8), text.data(using: .utf16LittleEndian), text.data(using: .utf16)] {
            let said = data.flatMap(Sample.failure)?.description ?? "accepted"
            #expect(said.contains("It declares a document type of its own"), "\(said)")
        }
    }

    @Test(arguments: ["file:///etc/hostname", "http://127.0.0.1:9/x.dtd"])
    func `An external document type is never fetched`(address: String) throws {
        let text = "<!DOCTYPE plist SYSTEM '\(address)'><plist><dict><key>a</key><string>b</string></dict></plist>"
        #expect(try CatalogueReader.read(Data(text.utf8), from: Sample.web).count == 1)
    }

    @Test(arguments: ["UTF-7", "EBCDIC-CP-US", "UTF-16", "UCS-4", "HZ-GB-2312", "ISO-2022-JP"])
    func `An encoding in which a declaration could hide is refused`(name: String) {
        let text = "<?xml version=\"1.0\" encoding='\(name)'?><plist><dict/></plist>"
        let said = Sample.failure(Data(text.utf8))?.description ?? "accepted"
        #expect(said.contains("Its encoding is said to be “\(name)”. Save it as UTF-8."), "\(said)")
        let twice = "<?xml version=\"encoding='UTF-8'\" encoding='\(name)'?><plist><dict/></plist>"
        #expect(Sample.failure(Data(twice.utf8))?.description.contains("Its encoding is said") == true)
    }

    @Test func `UTF-32 is refused`() throws {
        let data = try #require("<plist><dict/></plist>".data(using: .utf32))
        #expect(Sample.failure(data)?.description.contains("UTF-32") == true)
    }

    @Test(
        arguments: [
            ("<!doctype html><html><head>", "It looks like a web page (HTML)."),
            ("<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\"><HTML>", "It looks like a web page (HTML)."),
            ("<html lang=en>", "It looks like a web page (HTML)."),
            ("\n <!-- x --><HTML>", "It looks like a web page (HTML)."),
            ("<?xml version='1.0'?><html xmlns='x'>", "It looks like a web page (HTML)."),
            ("<?xml version='1.0'?>\n<rss version='2'>", "Line 2: It is XML, but its outermost element is <rss>"),
            ("<dict><key>a</key></dict>", "its outermost element is <dict>, not <plist>."),
            ("{\"a\": \"http://h/\"}", "It begins like nothing that can be read."),
            ("", "It is empty."),
            (" \n", "There is nothing in it but white space"),
            ("hello", "It begins like nothing that can be read."),
            ("%PDF-1.4", "It looks like a PDF document."),
            ("GIF89a", "It looks like a picture (GIF)"),
            ("bplist15", "of a version that cannot be read"),
            ("<", "cut short"), ("<?xml ", "cut short"), ("<!--", "It ends within a comment"), ("<!DOCT", "cut short"),
        ])
    func `What it looks like instead is said`(text: String, kind: String) {
        let said = Sample.failure(Data(text.utf8))?.description ?? "accepted"
        #expect(said.contains(kind), "\(said)")
    }

    @Test func `A photo opened by mistake is recognised`() {
        #expect(Sample.failure(Data([0xFF, 0xD8, 0xFF, 0xE0]))?.description.contains("a photo (JPEG)") == true)
    }

    @Test func `Random bytes never crash`() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<5_000 {
            let head = ["", "<", "\u{FEFF}<", "<?xml ", "bplist00"].randomElement(using: &generator) ?? ""
            let tail = (0..<Int.random(in: 0...80, using: &generator)).map { _ in generator.next() }
            _ = Sample.failure(Data(head.utf8) + Data(tail.map { UInt8(truncatingIfNeeded: $0) }))
        }
    }
}
