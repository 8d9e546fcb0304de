import Foundation
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

@Suite("Damaged documents")
struct DocumentDamageTests {
    /// How often each document is damaged: by CLASSIC_PHOTOS_DAMAGE, or as often as takes some seconds.
    private static let roundCount =
        ProcessInfo.processInfo.environment["CLASSIC_PHOTOS_DAMAGE"].flatMap { Int($0) } ?? 3

    /// Archives have tests of their own damage.
    private static let documents = DocumentSample.all.filter { $0.family != "archives" }

    @Test func `Words are found as formats write them, and nothing else`() {
        let words = DocumentWords(
            Array(#"{"u":"https:\/\/h.example\/a&amp;b\/S\u00e5n%201.jpg"} <img src=../c/caf&eacute;.png>"#.utf8),
            from: "https://h.example/x/list.json")
        #expect(words.has("https://h.example/a&b/S%C3%A5n%201.jpg"))
        #expect(words.has("https://h.example/c/caf%C3%A9.png"))
        #expect(!words.has("https://h.example/a&b/2.jpg"))
        #expect(!words.has("https://other.example/c/caf%C3%A9.png"))
    }

    @Test func `An escaped letter of a style sheet is that letter`() {
        let words = DocumentWords(Array(#"a{b:url(/k\ud800ilns/1.jpg)}"#.utf8), from: "https://h.example/x/page.html")
        #expect(words.has("https://h.example/kud800ilns/1.jpg"))
    }

    @Test func `A tab within an escape is none`() {
        let document = Array("https://h.example/01%\t20gate.jpg\r\n".utf8)
        #expect(DocumentWords(document, from: "https://h.example/list").has("https://h.example/01%20gate.jpg"))
    }

    @Test func `One escape is undone where another stays`() {
        let words = DocumentWords(
            Array(#"("https://h.example/a.jp\g", "https://h.example/a.jpg?w=1&amp;c=s&#x2F;t")"#.utf8),
            from: "https://h.example/list")
        #expect(words.has("https://h.example/a.jpg"))
        #expect(words.has("https://h.example/a.jpg?w=1&c=s&#x2F;t"))
    }

    @Test func `A byte that Windows' charset leaves undefined stands for itself`() {
        let document = Array(#"["https://h.example/a"#.utf8) + [0x81, 0x2B, 0xF1, 0x9A] + Array(#"b.jpg"]"#.utf8)
        let outcome = ReadOutcome(document, from: Sample.url("https://h.example/list.json"), as: .standard)
        let address = try? outcome.catalogue.location(at: 0).get().absoluteString
        #expect(address == "https://h.example/a%C2%81+%C3%B1%C5%A1b.jpg")
        #expect(DocumentWords(document, from: "https://h.example/list.json").has(address ?? ""))
    }

    @Test func `Addresses are put together only from what stands in a document`() {
        let words = DocumentWords(
            Array(
                #"""
                <feed xml:base="https://b.example/"><e xml:base="2025/" src="s.png" href="?big">..\i\u00e51.jpg?\a 06/
                https://m²\#u{FEFF}ü.example/x.png https://pic²é.example &amp;a&amph https://nò.example?id=3</e></feed>
                """#.utf8),
            from: "https://h.example/x/list.xml?page=1")
        #expect(words.has("https://b.example/2025/s.png"))
        #expect(!words.has("https://b.example/06/s.png"))
        #expect(words.has("https://h.example/x/list.xml?big"))
        #expect(!words.has("https://h.example/x/other.xml?big"))
        #expect(words.has("https://h.example/i/u00e51.jpg?%5Ca"))
        #expect(words.has("https://h.example/x/&a&amph"))
        #expect(words.has("https://xn--m2-yka.example/x.png"))
        #expect(words.has("https://xn--pic2-epa.example"))
        #expect(!words.has("https://xn--bcher-kva.example/x.png"))
        #expect(!words.has("https://m2.example/x.png"))
        #expect(words.has("https://xn--n-tga.example?id=3"))
        #expect(!words.has("https://xn--n-tga.example?id=4"))
    }

    @Test(arguments: documents)
    func `A damaged document has rows that are in it, or none`(document: DocumentSample) async throws {
        let bytes = Array(try Data(contentsOf: document.url))
        var seed = UInt64(1)
        for byte in document.testDescription.utf8 { seed = seed &* 31 &+ UInt64(byte) }
        var damage = Damage(seed: seed)
        for await round in Rounds(Self.roundCount) { check(damage.damaged(bytes), of: document, "round \(round)") }
    }

    @Test(arguments: documents)
    func `A document that is cut anywhere has rows that are in it, or none`(document: DocumentSample) async throws {
        let bytes = Array(try Data(contentsOf: document.url))
        for await kilobyte in Rounds(bytes.count >> 10 + 1) {
            check(Array(bytes.prefix(kilobyte << 10)), of: document, "cut at \(kilobyte) KB")
        }
    }

    /// The address of a folder's row as its document has it: listings write no slash at its end. Stores name a folder
    /// by a request that stands in no document.
    private static func folder(at row: Int, of catalogue: Catalogue) -> String? {
        guard let url = catalogue.folder(at: row), url.query == nil else { return nil }
        let address = url.absoluteString
        return address.hasSuffix("/") ? String(address.dropLast()) : address
    }

    /// The address of a row's thumbnail. Nextcloud's is made of a number and a version, which are in the document.
    private func thumbnail(at row: Int, of catalogue: Catalogue, in bytes: [UInt8]) -> String? {
        guard let url = catalogue.thumbnailLocation(at: row), url.path.hasSuffix("/index.php/core/preview") else {
            return catalogue.thumbnailLocation(at: row)?.absoluteString
        }
        let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
        for item in items where ["fileId", "c"].contains(item.name) {
            let value = Array((item.value ?? "").utf8)
            // Of a version, the letters and digits.
            let isLetter = { (byte: UInt8) in byte < 0x80 && (Character(UnicodeScalar(byte)).isLetter || isDigit(byte))
            }
            let told = item.name == "c" ? bytes.filter(isLetter) : bytes
            #expect(value.isEmpty || told.firstRange(of: value) != nil, "row \(row): \(url)")
        }
        return nil
    }

    /// 10 s of the processor: a thousand times what any of them takes, so it means a reading without end.
    private static let mostMicroseconds = 10_000_000

    private static var threadMicroseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
    }

    private func check(_ bytes: [UInt8], of document: DocumentSample, _ damage: String) {
        let start = Self.threadMicroseconds
        let outcome = document.read(bytes)
        #expect(Self.threadMicroseconds - start < Self.mostMicroseconds, "\(document), \(damage)")
        let catalogue = outcome.catalogue
        var (quick, thorough): (DocumentWords?, DocumentWords?) = (nil, nil)
        for row in 0..<catalogue.count {
            let addresses = [
                try? catalogue.location(at: row).get().absoluteString, Self.folder(at: row, of: catalogue),
                thumbnail(at: row, of: catalogue, in: bytes), catalogue.url(of: .page, at: row)?.absoluteString,
            ]
            for address in addresses.compactMap(\.self) {
                let words = quick ?? DocumentWords(bytes, from: document.expected.address, isThorough: false)
                quick = words
                if words.has(address) { continue }
                let all = thorough ?? DocumentWords(bytes, from: document.expected.address)
                thorough = all
                let isThere = all.has(address)
                #expect(isThere, "\(document), \(damage), row \(row): \(address)")
            }
        }
        let saysWhy = outcome.failure != nil || catalogue.facts.leadsTo != nil
        #expect(catalogue.count > 0 || saysWhy, "\(document), \(damage)")
    }
}

extension DocumentSample {
    /// Reads other bytes as if they had been fetched from its address.
    func read(_ bytes: [UInt8]) -> ReadOutcome {
        ReadOutcome(
            bytes, from: Sample.url(expected.address), contentType: expected.mediaType, as: .standard)
    }
}
