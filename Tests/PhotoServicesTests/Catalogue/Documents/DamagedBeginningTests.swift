import Foundation
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

@Suite("Documents with damaged beginnings")
struct DamagedBeginningTests {
    /// Documents that are trees or pages: their first byte tells what they are.
    private static let documents = DocumentSample.all.filter { document in
        guard document.family != "archives", let data = try? Data(contentsOf: document.url) else { return false }
        return data.first { !EntryScratch.isSpace($0) }.map { "{[<".utf8.contains($0) } ?? false
    }

    private static let plainLists = ["list of addresses", "text of addresses and descriptions", "table (CSV)"]

    @Test(arguments: documents)
    func `A tree or a page without its first byte is no list of its lines`(document: DocumentSample) throws {
        let bytes = Array(try Data(contentsOf: document.url))
        for start in ["", "x", "\"", "#", ";", "\u{1}", "\u{7F}", "{{", "((", "é"] {
            let outcome = document.read(Array(start.utf8) + bytes.drop(while: EntryScratch.isSpace).dropFirst())
            guard outcome.catalogue.count > 0 else { continue }
            let name = outcome.catalogue.facts.formatName
            #expect(!Self.plainLists.contains(name), "\(document), \(start): \(outcome.rows.first?.prefix(200) ?? "")")
        }
    }
}
