import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PhotoCore

@Suite("Long pictures in the text of documents")
struct PictureLifterTests {
    /// Keeps pictures in memory, under numbers.
    private final class MemorySpool: PictureSpool {
        private struct State {
            var current: [UInt8] = []
            var pictures: [[UInt8]] = []
        }
        private let state = Mutex(State())

        func add(_ bytes: [UInt8]) { state.withLock { $0.current += bytes } }

        func finish() -> String? {
            state.withLock { state in
                state.pictures.append(state.current)
                state.current = []
                return "p\(state.pictures.count)"
            }
        }

        func picture(named name: String) -> [UInt8]? {
            guard let number = Int(name.dropFirst()) else { return nil }
            return state.withLock { $0.pictures.indices.contains(number - 1) ? $0.pictures[number - 1] : nil }
        }
    }

    /// What a parser reads of a text that arrives in pieces, and where its pictures are.
    private func read(_ text: String, pieceByteCount: Int) throws -> (text: String, spool: (any PictureSpool)?) {
        var lifter = PictureLifter { MemorySpool() }
        var out: [UInt8] = []
        let bytes = Array(text.utf8)
        var start = 0
        while start < bytes.count {
            let piece = Array(bytes[start..<min(bytes.count, start + pieceByteCount)])
            try piece.withUnsafeBytesTyped { (piece) throws(CatalogueFailure) in
                try lifter.take(piece) { (bytes) throws(CatalogueFailure) in
                    #expect(!bytes.isEmpty)
                    out += bytes
                }
            }
            start += piece.count
        }
        try lifter.finish { (bytes) throws(CatalogueFailure) in out += bytes }
        return (String(decoding: out, as: UTF8.self), lifter.spool)
    }

    private static let bytes = (0..<60_001).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3 &+ $0) }
    private static let base64 = Data(bytes).base64EncodedString()

    /// The characters in lines.
    private static func lines(_ text: String, _ end: String) -> String {
        let characters = Array(text)
        return stride(from: 0, to: characters.count, by: 76)
            .map { String(characters[$0..<min(characters.count, $0 + 76)]) }.joined(separator: end)
    }

    private struct Written: Sendable {
        let before: String
        var head = "data:image/jpeg;base64,"
        let content: String
        let after: String
    }

    private static let written = [
        Written(before: "<img src=\"", content: base64, after: "\" alt=A>"),
        Written(before: "<img src=", head: "data:image/jpeg;charset=x; base64,", content: base64, after: " alt=A>"),
        Written(before: "url(", content: base64, after: ")"),
        Written(
            before: "{\"a\": \"", head: "data:image\\/jpeg;base64,", content: base64.replacing("/", with: "\\/"),
            after: "\"}"),
        Written(before: "\"", content: base64.replacing("+", with: "\\u002B"), after: "\\u0022"),
        Written(
            before: "'", content: base64.replacing("+", with: "&#x2B;").replacing("=", with: "&#61;"), after: "&amp;'"),
        Written(before: "x", content: base64.replacing("+", with: "%2b").replacing("/", with: "%2F"), after: "%22"),
        Written(before: "\"", content: base64.replacing("+", with: "-").replacing("/", with: "_"), after: "\""),
        Written(before: "\"", content: lines(base64, "\n"), after: "\""),
        Written(before: "'", content: lines(base64, "\r\n\t  "), after: "'"),
        Written(before: "\"", content: lines(base64, "\\r\\n"), after: "\""),
        Written(before: "\\\"", content: base64, after: "\\\" alt=x"),
        Written(before: "datadata", content: base64, after: "\nhttp://h/1.jpg"),
        Written(before: "", content: base64, after: ""),
    ]

    @Test(arguments: written.indices) func `A short address stands for a long one, however a document writes it`(
        index: Int
    ) throws {
        let written = Self.written[index]
        for pieceByteCount in [13, 4096, .max] {
            let (text, spool) = try read(
                written.before + written.head + written.content + written.after, pieceByteCount: pieceByteCount)
            #expect(text == written.before + "data:image/jpeg;held=p1," + written.after)
            #expect(spool?.picture(named: "p1") == Self.bytes)
        }
    }

    @Test func `Each of several is taken out, also one that is cut short`() throws {
        let address = "data:image/png;base64,\(Self.base64)"
        let (text, spool) = try read("[\"\(address)\", \"\(address.dropLast(8))", pieceByteCount: 1000)
        #expect(text == "[\"data:image/png;held=p1,\", \"data:image/png;held=p2,")
        #expect(spool?.picture(named: "p2") == Array(Self.bytes.dropLast(4)))
    }

    @Test(arguments: [
        "data", "dat", "d", "data:", "datadata:image", "data:image/png;base64,AAAA", "data:image/png;base64,AA\\",
        "data:image/png,x", "data:image", "data:image is a word, or two", "dadata:image/png;base64,A data:image,d",
        "\"data:image/png;base64,AA\nAA\"", "data:image/png;base64,AA%4", "data:image/png;base64,AA&#4data:image/p",
    ]) func `Everything else stays as it is`(text: String) throws {
        for pieceByteCount in [1, 2, 3, 5, .max] {
            let (out, spool) = try read(text, pieceByteCount: pieceByteCount)
            #expect(out == text && spool == nil)
        }
    }

    @Test func `An address that fits a row stays in it, and so does what is no photo`() throws {
        let head = "data:image/png;base64,"
        let room = Catalogue.maximumLocationByteCount - head.utf8.count
        let long = String(repeating: "A", count: 2 * room)
        for text in [
            head + String(repeating: "A", count: room), "data:image/svg+xml;base64,\(long)", "data:image/png,\(long)",
            "data:text/html;base64,\(long)",
        ] {
            let (out, spool) = try read("\"\(text)\"", pieceByteCount: 4096)
            #expect(out == "\"\(text)\"" && spool == nil)
        }
        #expect(try read(head + String(repeating: "A", count: room + 1), pieceByteCount: 4096).spool != nil)
    }

    @Test(
        arguments: [
            ("data:image/png;held=0a,", "0a"), ("data:image/png;base64,AA", nil), ("data:image/png;held=,", ""),
            ("data:image/png;x;held=0a,", "0a"), ("data:image/png,;held=0a", nil),
        ] as [(String, String?)])
    func `The short address names the picture`(text: String, name: String?) throws {
        let address = try #require(DataAddress(PhotoLocation.resolve(text, against: Sample.web).get()))
        #expect(address.heldName == name)
    }
}
