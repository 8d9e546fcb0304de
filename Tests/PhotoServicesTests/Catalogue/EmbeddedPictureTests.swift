import Foundation
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

@Suite("Long pictures that documents hold")
struct EmbeddedPictureTests {
    /// A picture of more than an address may hold, each number another one.
    private static func picture(_ number: Int) -> Data {
        Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* (2 * number + 3)) })
    }

    private static func address(_ number: Int) -> String {
        "data:image/jpeg;base64,\(picture(number).base64EncodedString())"
    }

    private static let documents = [
        "<!doctype html><html><body><img src=\"\(address(0))\" alt=A><img alt=B src='\(address(1))'></body></html>",
        """
        {"items": [{"title": "A", "image": "\(address(0).replacing("/", with: "\\/"))"},
        {"title": "B", "image": "\(address(1))"}]}
        """,
        """
        <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>A</key><string>\(address(0))</string>
        <key>B</key><string>\(address(1))</string></dict></plist>
        """,
        "{ A = \"\(address(0))\"; B = \"\(address(1))\"; }",
    ]

    private func read(_ document: String, pieceByteCount: Int = 64 << 10) -> ReadOutcome {
        ReadOutcome(document.utf8, as: .standard, pieceByteCount: pieceByteCount)
    }

    private func bytes(of url: URL, limit: Int = 1 << 20) async -> Result<Data, FetchFailure> {
        await ArchiveSample.bytes(of: url, with: DataFetcher(), limit: limit)
    }

    @Test(arguments: documents.indices) func `They are rows like others, and read when they are wanted`(
        index: Int
    ) async throws {
        let outcome = read(Self.documents[index])
        #expect(outcome.failure == nil && outcome.texts(.name) == ["A", "B"])
        for row in 0..<2 {
            let url = try outcome.catalogue.location(at: row).get()
            #expect(url.absoluteString.utf8.count < 200 && url.shownName == "image.jpg")
            #expect(try await bytes(of: url).get() == Self.picture(row))
            let refused = await bytes(of: url, limit: 99_999)
            #expect(throws: FetchFailure.tooLarge(limit: 99_999)) { try refused.get() }
        }
        #expect(read(Self.documents[index], pieceByteCount: 1013).isSame(as: outcome))
        #expect(outcome.catalogue.count == 2)
    }

    /// The address of the first row of a document that is closed again.
    private func formerAddress() throws -> URL {
        let other = "data:image/jpeg;base64,\(Self.picture(7).base64EncodedString())"
        return try read("{ A = \"\(other)\"; B = \"http://h/1.jpg\"; }").catalogue.location(at: 0).get()
    }

    @Test func `Once their document is closed they are gone, and say so`() async throws {
        let result = try await bytes(of: formerAddress())
        guard case .failure(.other(let reason)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(reason.contains("the document that holds it is closed"))
    }

    @Test(arguments: CatalogueSaver.Format.allCases) func `A saved catalogue holds them itself`(
        format: CatalogueSaver.Format
    ) async throws {
        let outcome = read(Self.documents[1])
        let saved = CatalogueSaver.document(of: outcome.catalogue, as: format)
        #expect(Data(saved).range(of: Data(Self.address(1).utf8)) != nil)
        let again = ReadOutcome(saved, as: .standard)
        #expect(again.texts(.location) == outcome.texts(.location))
    }

    @Test func `Addresses that mean nothing elsewhere are not copied`() {
        let outcome = read("{ A = \"\(Self.address(0))\"; B = \"http://h/1.jpg\"; }")
        var copied = CopiedLines(.addresses)
        #expect(copied.append([0, 1], of: outcome.catalogue) == 1)
        #expect(String(decoding: copied.utf8, as: UTF8.self) == "http://h/1.jpg" && copied.count == 1)
    }

    @Test func `What finds no room is dropped with its picture, and the next one has its own bytes`() {
        let full = DocumentSpool(mostBytes: 0)
        full.add([1, 2])
        #expect(full.finish() == nil)
        let spool = DocumentSpool()
        var names: [String?] = []
        for bytes in [[1, 2], [3], [1, 2]] as [[UInt8]] {
            for byte in bytes { spool.add([byte]) }
            names.append(spool.finish())
        }
        #expect(names[0] != nil && names[0] == names[2] && names[0] != names[1])
        #expect(names.map { $0.flatMap { spool.picture(named: $0) } } == [[1, 2], [3], [1, 2]])
        #expect(spool.finish() == nil && spool.picture(named: "none") == nil)
    }

    @Test func `The room is filled to its last byte, and not beyond`() {
        let spool = DocumentSpool(mostBytes: 5)
        spool.add([1, 2])
        #expect(spool.finish() != nil)
        spool.add([3, 4])
        spool.add([5, 6])
        #expect(spool.finish() == nil && spool.byteCount == 2)
        spool.add([3, 4, 5])
        let last = spool.finish()
        #expect(last.flatMap { spool.picture(named: $0) } == [3, 4, 5] && spool.byteCount == 5)
        spool.add([6])
        #expect(spool.finish() == nil && spool.byteCount == 5)
    }

    @Test func `A repeated picture and a lost one take no room`() {
        let mostBytes = 6
        let spool = DocumentSpool(mostBytes: mostBytes)
        for bytes in [[1, 2], [3], [1, 2]] as [[UInt8]] {
            spool.add(bytes)
            #expect(spool.finish() != nil)
        }
        #expect(spool.byteCount == 3)
        spool.add([4, 5])
        spool.add([UInt8](repeating: 6, count: mostBytes))
        #expect(spool.finish() == nil && spool.byteCount == 3)
        spool.add([7])
        let name = spool.finish()
        #expect(name.flatMap { spool.picture(named: $0) } == [7] && spool.byteCount == 4)
    }
}
