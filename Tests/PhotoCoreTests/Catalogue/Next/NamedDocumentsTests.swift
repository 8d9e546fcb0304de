import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite struct NamedDocumentsTests {
    @Test func `Documents are in order, each once, however it is spelled`() {
        let spelled = [
            "https://a.example/2?x=%20", "HTTPS://A.example:443/2?x=%20", "file:///tmp/%C3%A9.json",
            "https://a.example", "https://a.example/#part", "https://a.example/3",
        ]
        let documents = NamedDocuments(spelled.map(Sample.url))
        let expected = [0, 2, 3, 5].map { Sample.url(spelled[$0]) }
        #expect(documents.urls == expected && documents.count == 4 && !documents.isEmpty)
        #expect(documents[1] == expected[1] && documents.name(1) == NamedDocuments.name(of: expected[1]))
        #expect(NamedDocuments().isEmpty && NamedDocuments().urls.isEmpty)
    }

    @Test func `As many count as fit within a number of bytes`() {
        let documents = NamedDocuments(["https://a.example/1", "https://a.example/22"].map(Sample.url))
        #expect([-1, 0, 18, 19, 38, 39, 100].map(documents.count(within:)) == [0, 0, 0, 1, 1, 2, 2])
        #expect([0, 1, 2].map(documents.byteCount(ofFirst:)) == [0, 19, 39])
        #expect(NamedDocuments().count(within: 10) == 0 && NamedDocuments().byteCount(ofFirst: 0) == 0)
    }
}
