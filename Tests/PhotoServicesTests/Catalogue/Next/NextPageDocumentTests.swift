import Foundation
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

/// The next pages of the documents in Tests/Samples/Documents, by their sidecars.
@Suite struct NextPageDocumentTests {
    struct Document: CustomTestStringConvertible, Sendable {
        let file: URL
        let address: URL
        let contentType: String?
        let links: String?
        /// What is right; nil among them means none.
        let next: [String?]
        /// The documents of which it is the index: they are read one after the other.
        let follows: Set<String>

        var testDescription: String {
            "\(file.deletingLastPathComponent().lastPathComponent)/\(file.lastPathComponent)"
        }

        init?(_ file: URL) {
            let sidecar = URL(fileURLWithPath: file.path + ".expected.json")
            guard let data = try? Data(contentsOf: sidecar),
                let expected = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
                let address = expected["address"] as? String
            else { return nil }
            self.file = file
            self.address = (try? PhotoLocation.resolve(address, against: file).get()) ?? file
            contentType = expected["media_type"] as? String
            links = (expected["headers"] as? [String: String])?["Link"]
            follows = Set(expected["follows"] as? [String] ?? [])
            next = ((expected["next"] as? [Any]) ?? [expected["next"] as Any]).map { $0 as? String }
        }

        /// The document's next pages.
        func read() throws -> [URL] {
            var intake = CatalogueIntake(
                formats: .standard, hint: CatalogueHint(url: address, contentType: contentType),
                builder: CatalogueBuilder())
            do {
                try Data(contentsOf: file).withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in
                    try intake.take(bytes)
                }
                try intake.finish()
            } catch CatalogueFailure.noPhotos {
            } catch is CatalogueFailure {
                return []
            }
            let facts = intake.builder.facts
            return facts.more.addresses(for: address, base: Catalogue.base(facts, of: address), links: links)
        }
    }

    static let all: [Document] = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Samples/Documents")
        let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
        return (files?.allObjects as? [URL] ?? []).compactMap(Document.init).sorted {
            $0.testDescription < $1.testDescription
        }
    }()

    /// Addresses as RFC 3986 makes them equal, with the query's items in any order.
    static func canonical(_ address: String) -> String {
        let whole = address.prefix { $0 != "#" }
        let parts = whole.split(separator: "?", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return address.removingPercentEncoding ?? address }
        let items = parts[1].split(separator: "&").map {
            $0.replacing("+", with: " ").removingPercentEncoding ?? String($0)
        }
        return (parts[0].removingPercentEncoding ?? parts[0]) + "?" + items.sorted().joined(separator: "&")
    }

    @Test(arguments: all) func `The next page is what the document or its reply says`(_ document: Document) throws {
        let found = try document.read().map(\.absoluteString).filter { !document.follows.contains($0) }
        let right = document.next.map { $0.map(Self.canonical) }
        // Not opened yet: a document that is listed as such may lack its next page too.
        if found.isEmpty, KnownWrong.reasons[document.testDescription] != nil { return }
        #expect(
            found.count <= 1 && right.contains(found.first.map(Self.canonical)), "\(found), but right is \(right)")
    }
}
