import Foundation
import TestSupport
import Testing

@testable import PhotoServices

@Suite("Documents that name photos, and some that do not")
struct DocumentSampleTests {
    /// The share of documents that open as expected, in percent, below which the program does not open what it says.
    private static let leastRight = 95

    @Test(arguments: DocumentSample.all)
    func `Each opens as a person expects, or is listed with the reason why not`(document: DocumentSample) throws {
        let differences = document.differences(try document.read())
        if let reason = KnownWrong.reasons[document.testDescription] {
            #expect(!differences.isEmpty, "It is right: take it off the list in \(KnownWrong.file.path) (\(reason))")
        } else {
            #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
        }
    }

    @Test func `Each document that is listed as not right exists, and has a reason`() {
        let documents = Set(DocumentSample.all.map(\.testDescription))
        #expect(documents.count > 300)
        for (document, reason) in KnownWrong.reasons {
            #expect(documents.contains(document), "\(document)")
            #expect(!reason.isEmpty, "\(document)")
        }
    }

    @Test func `The documents that open as expected are counted by family and ending`() throws {
        var counts: [String: (right: Int, total: Int)] = [:]
        for document in DocumentSample.all {
            let differences = document.differences(try document.read())
            let isRight = differences.isEmpty
            if !isRight { print("document wrong: \(document.testDescription): \(differences.joined(separator: "; "))") }
            let path = document.url.pathExtension.isEmpty ? "no ending" : "." + document.url.pathExtension
            for key in ["all", document.family, "\(document.family), \(path)"] {
                counts[key, default: (0, 0)].right += isRight ? 1 : 0
                counts[key, default: (0, 0)].total += 1
            }
        }
        for (key, count) in counts.sorted(by: { $0.key < $1.key }) {
            print("documents right: \(count.right) of \(count.total) \(key)")
        }
        let all = try #require(counts["all"])
        #expect(all.total == DocumentSample.all.count)
        #expect(all.right * 100 >= all.total * Self.leastRight)
    }

    @Test(arguments: DocumentSample.all)
    func `Each reads the same a byte at a time, and in pieces of 97`(document: DocumentSample) throws {
        let whole = try document.read()
        #expect(try document.read(pieceByteCount: 1).isSame(as: whole))
        #expect(try document.read(pieceByteCount: 97).isSame(as: whole))
    }
}
