import Foundation
import Testing

/// Compares statements of the documents with the repository.
@Suite("The documents")
struct DocumentationTests {
    private static let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
        url.deletingLastPathComponent()
    }
    private static let articles = "Sources/PhotoCore/PhotoCore.docc"

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    @Test func `Every snippet of an article stands, word for word, in a test that is compiled`() throws {
        let compiled = try Self.text("Tests/PhotoCoreTests/Documentation/ArticleSnippetTests.swift")
            .components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
        var count = 0
        for article in try FileManager.default.contentsOfDirectory(
            atPath: Self.root.appendingPathComponent(Self.articles).path)
        {
            for snippet in try Self.text("\(Self.articles)/\(article)").components(separatedBy: "```swift\n")
                .dropFirst()
            {
                let lines = try #require(snippet.components(separatedBy: "\n```").first).components(separatedBy: "\n")
                let trimmed = lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
                #expect(compiled.contains("\n\(trimmed)\n"), "\(article):\n\(trimmed)")
                count += 1
            }
        }
        #expect(count >= 12)
    }

    @Test(
        arguments: ["README.md", "USAGE.md", "ARCHITECTURE.md", "CONTRIBUTING.md"])
    func `Every file that a document names is there`(document: String) throws {
        let folders = ["Sources", "Tests", "data", "meson-helpers"]
        let modules = try FileManager.default.contentsOfDirectory(
            atPath: Self.root.appendingPathComponent("Sources").path)
        // Words in backquotes that are paths, and the targets of links.
        for named in try Self.text(document).split(whereSeparator: { " `()\n|,;".contains($0) }) {
            guard let first = named.split(separator: "/").first, named.contains("/") else { continue }
            let path: String
            if folders.contains(String(first)) {
                path = String(named)
            } else if modules.contains(String(first)) {
                path = "Sources/\(named)"
            } else {
                continue
            }
            let trimmed = path.hasSuffix(".") || path.hasSuffix(":") ? String(path.dropLast()) : path
            #expect(
                FileManager.default.fileExists(atPath: Self.root.appendingPathComponent(trimmed).path),
                "\(document) names \(trimmed)")
        }
    }

    @Test func `The module table is the one by which imports are checked`() throws {
        let script = try Self.text("meson-helpers/check-imports")
        let end = try #require(script.components(separatedBy: "<<'TABLE'\n").last)
        let table = try #require(end.components(separatedBy: "\nTABLE\n").first)
        let architecture = try Self.text("ARCHITECTURE.md").components(separatedBy: "\n")
        for row in table.components(separatedBy: "\n") {
            let words = row.split(separator: " ").map(String.init)
            let module = try #require(words.first)
            let line = try #require(
                architecture.first {
                    $0.hasPrefix("|") && $0.dropFirst(2).prefix { $0 != "|" }.contains("`\(module)`")
                },
                "ARCHITECTURE.md says nothing of \(module)")
            let columns = line.components(separatedBy: "|")
            if columns.count < 5 { continue }
            let named = columns[3].components(separatedBy: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            let expected = words.dropFirst().map { $0 == "@Swift" ? "standard libraries" : $0 }
            #expect(named.filter { !$0.isEmpty } == Array(expected), "\(module)")
        }
    }
}
