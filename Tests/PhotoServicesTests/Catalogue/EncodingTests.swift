import Foundation
@testable import PhotoCore
import TestSupport
import Testing

@testable import PhotoServices

@Suite("Encodings of catalogues")
struct EncodingTests {
    private static let text = #"{"é ü €": "http://h/1.jpg", "ñ": "2.jpg"}"#
    private static let names = ["é ü €", "ñ"]

    private func read(
        _ document: some Sequence<UInt8>, contentType: String? = nil, pieceByteCount: Int = 1000
    ) -> ReadOutcome {
        ReadOutcome(
            document, from: Sample.url("http://h/x"), contentType: contentType, as: .standard,
            pieceByteCount: pieceByteCount)
    }

    @Test(arguments: [1, 2, 3, 1000])
    func `UTF-16 and UTF-32 are detected by their mark, and UTF-16 by its zeros`(pieceByteCount: Int) throws {
        for (encoding, mark) in [
            (String.Encoding.utf16LittleEndian, [0xFF, 0xFE] as [UInt8]), (.utf16BigEndian, [0xFE, 0xFF]),
            (.utf32LittleEndian, [0xFF, 0xFE, 0, 0]), (.utf32BigEndian, [0, 0, 0xFE, 0xFF]), (.utf16LittleEndian, []),
            (.utf16BigEndian, []), (.utf8, [0xEF, 0xBB, 0xBF]), (.utf8, []),
        ] {
            let document = try mark + #require(Self.text.bytes(in: encoding))
            let outcome = read(document, pieceByteCount: pieceByteCount)
            #expect(outcome.failure == nil && outcome.texts(.name) == Self.names, "\(encoding) \(mark)")
        }
    }

    @Test(arguments: [
        ("application/json; charset=iso-8859-1", String.Encoding.windowsCP1252),
        ("application/json; charset=\"Windows-1252\"", .windowsCP1252), ("application/json", .windowsCP1252),
        ("application/json; charset=utf-8", .windowsCP1252), ("application/json; charset=utf-8", .utf8),
        ("application/json; charset=nonsense", .utf8), ("text/plain; charset=utf-16", .utf16LittleEndian),
    ])
    func `What the server says counts where it can be right`(contentType: String, encoding: String.Encoding) throws {
        let document = try #require(Self.text.bytes(in: encoding))
        for pieceByteCount in [1, 1000] {
            let outcome = read(document, contentType: contentType, pieceByteCount: pieceByteCount)
            #expect(outcome.texts(.name) == Self.names)
        }
    }

    @Test func `Other encodings that a server declares are read`() throws {
        let document = try #require("1.jpg,日本\n2.jpg,海\n".bytes(in: .shiftJIS))
        for pieceByteCount in [1, 1000] {
            let outcome = read(document, contentType: "text/plain; charset=Shift_JIS", pieceByteCount: pieceByteCount)
            #expect(outcome.texts(.description) == ["日本", "海"])
        }
    }

    @Test func `Windows-1252 is noticed wherever its first letter stands`() {
        let plain = String(repeating: "http://h/1.jpg,plain\n", count: 500)
        let latin = Array(plain.utf8) + Array("http://h/2.jpg,caf".utf8) + [0xE9, 0x0A]
        let outcome = read(latin, contentType: "text/plain; charset=utf-8")
        #expect(outcome.catalogue.count == 501 && outcome.texts(.description).last == "café")
        let utf8 = read(Array(plain.utf8) + Array("http://h/2.jpg,café\n".utf8), contentType: "text/plain")
        #expect(utf8.texts(.description).last == "café")
        // At the very end, where it might begin a character in UTF-8.
        let cut = read(Array("http://h/1.jpg,caf".utf8) + [0xE9])
        #expect(cut.texts(.description) == ["café"])
    }

    @Test func `XML keeps the encoding that it declares, whatever the server says`() throws {
        let text =
            #"<?xml version="1.0" encoding="ISO-8859-1"?>"#
            + "<plist><dict><key>é</key><string>1.jpg</string></dict></plist>"
        let latin = try #require(text.bytes(in: .isoLatin1))
        #expect(read(latin, contentType: "text/xml; charset=utf-8").texts(.name) == ["é"])
        #expect(read(latin, contentType: "text/xml; charset=koi8-r").texts(.name) == ["é"])
        let undeclared = text.replacing(#" encoding="ISO-8859-1""#, with: "").dropFirst(21)
        let declared = try #require(String(undeclared).bytes(in: .isoLatin1))
        #expect(read(declared, contentType: "text/xml; charset=iso-8859-1").texts(.name) == ["é"])
    }

    @Test(arguments: [1, 5, 100_000])
    func `gzip is unpacked, also of several members, and with zeros behind it`(pieceByteCount: Int) throws {
        let packed = [UInt8](try Data(contentsOf: SampleFile("json/array.json.gz").url))
        let plain = try SampleFile("json/array.json").read()
        #expect(read(packed, pieceByteCount: pieceByteCount).texts(.name) == plain.texts(.name))
        let padded = read(packed + [UInt8](repeating: 0, count: 600), pieceByteCount: pieceByteCount)
        #expect(padded.failure == nil && padded.texts(.name) == plain.texts(.name))
    }

    @Test func `gzip that is cut short or damaged keeps the rows before, and says so`() throws {
        let lines = (0..<20_000).map { "http://h/\($0).jpg\n" }.joined()
        let packed = try GzipSample.pack(Array(lines.utf8))
        let cut = read(packed.prefix(packed.count / 2))
        #expect(cut.catalogue.count > 1000 && cut.catalogue.count < 20_000)
        #expect(cut.failure?.description.contains("compressed with gzip and ends early") == true)
        var damaged = packed
        damaged[packed.count / 2] ^= 0xFF
        damaged[packed.count / 2 + 1] ^= 0xFF
        let outcome = read(damaged)
        #expect(outcome.failure?.description.contains("gzip and damaged") == true && outcome.catalogue.count > 1000)
        #expect(read(packed).catalogue.count == 20_000)
    }

    @Test func `A bomb of gzip ends at what a catalogue may have`() throws {
        let line = Array("http://h/a-rather-long-name-of-a-photo.jpg\n".utf8)
        let lines = (0..<10_000).flatMap { _ in line }
        let member = try GzipSample.pack(lines)
        let count = Catalogue.maximumByteCount / lines.count + 2
        // More than 512 MiB, compressed to some megabytes; mostly blank, so that the test is fast.
        let blank = try GzipSample.pack([UInt8](repeating: 0x20, count: lines.count))
        let outcome = read(member + (0..<count).flatMap { _ in blank }, pieceByteCount: 64 << 10)
        #expect(outcome.failure == .tooLarge(limit: Catalogue.maximumByteCount))
        #expect(outcome.catalogue.count == 10_000)
    }

    @Test func `A photo is still said to be one`() {
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10, 0x4A, 0x46, 0x49, 0x46]
        #expect(read(jpeg).failure?.description.contains("a photo (JPEG)") == true)
        #expect(read(Array("%PDF-1.4\n".utf8) + [0xE2, 0xE3]).failure == .archive)
    }
}
