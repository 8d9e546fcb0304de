import Foundation
@testable import PhotoCore
@testable import PhotoServices
import Testing

@Suite struct CatalogueEndingsTests {
    private let endings = CatalogueFormats.standard.endings

    @Test func `Every format and gzip say how their files end, each ending once, in lower case`() {
        #expect(CatalogueFormats.standard.formats.allSatisfy { !$0.endings.isEmpty })
        #expect(["plist", "json", "csv", "rss", "html", "txt", "gz"].allSatisfy(endings.contains))
        #expect(Set(endings).count == endings.count && endings.allSatisfy { $0 == $0.lowercased() })
    }

    @Test(arguments: CatalogueSaver.Format.allCases)
    func `What is saved is called as a file that can be read`(_ format: CatalogueSaver.Format) {
        #expect(endings.contains(format.pathExtension))
    }

    @Test func `A document is named as a format by its address`() throws {
        let hint = CatalogueHint(url: try #require(URL(string: "https://example.org/a/List.CSV?page=2")))
        #expect(CatalogueFormats.standard.formats.filter { $0.isNamed(by: hint) }.map(\.name) == ["table (CSV)"])
    }

    @Test func `The desktop knows the readable endings`() throws {
        let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let types = try String(
            contentsOf: root.appendingPathComponent("data/org.classicphotos.ClassicPhotos.mime.xml"), encoding: .utf8)
        let globs = types.matches(of: /<glob pattern="\*\.([^"]*)"/).map { String($0.1) }
        #expect(!globs.isEmpty && globs.allSatisfy(endings.contains))
    }
}
