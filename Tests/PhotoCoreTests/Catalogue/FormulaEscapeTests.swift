import TestSupport
import Testing

@testable import PhotoCore

@Suite("Cells that spreadsheets must not compute")
struct FormulaEscapeTests {
    @Test(arguments: [
        ("=1+1", "'=1+1"), ("+49 30", "'+49 30"), ("-x", "'-x"), ("@SUM(A1)", "'@SUM(A1)"), ("\tx", "'\tx"),
        ("\rx", "'\rx"), ("\nx", "'\nx"), ("'=1", "''=1"), ("''-1", "'''-1"), ("--1", "'--1"), ("-", "'-"),
        ("-1e5", "'-1e5"), ("-1.5", "'-1.5"), ("-0", "'-0"), ("12", "12"), ("a=b", "a=b"), ("'n' roll", "'n' roll"),
        ("", ""), ("'", "'"), (" =1", " =1"), ("é", "é"),
    ])
    func `What begins like a formula gets an apostrophe, which no reader of the table sees`(
        _ text: String, _ cell: String
    ) {
        #expect(FormulaEscape.escaped(text) == cell)
        let read = Array(cell.utf8).withUnsafeBytes { Array(FormulaEscape.unescaped($0)) }
        #expect(read == Array(text.utf8))
    }

    @Test func `No two texts are written as the same cell`() {
        var texts = [""]
        for _ in 0..<4 { texts += texts.flatMap { text in ["'", "=", "-", "1"].map { text + $0 } } }
        let distinct = Set(texts)
        #expect(Set(distinct.map(FormulaEscape.escaped)).count == distinct.count)
        for text in distinct {
            let read = Array(FormulaEscape.escaped(text).utf8).withUnsafeBytes { Array(FormulaEscape.unescaped($0)) }
            #expect(read == Array(text.utf8))
        }
    }

    @Test func `No cell of a saved table begins like a formula, whichever field it is`() throws {
        var builder = CatalogueBuilder()
        for field in CatalogueField.allCases { builder.add(field, "=\(field)") }
        try builder.endEntry(at: nil)
        builder.add(.name, "@\"quoted\", and more")
        builder.add(.price, "-1.5")
        builder.add(.location, "1.jpg")
        try builder.endEntry(at: nil)
        let table = CatalogueSaver.document(of: builder.finish(from: Sample.web), as: .csv)
        let rows = String(decoding: table, as: UTF8.self).split(separator: "\r\n")
        let cells = rows[1].split(separator: ",", omittingEmptySubsequences: false)
        #expect(cells.count == CatalogueField.allCases.count)
        #expect(cells.allSatisfy { $0.hasPrefix("'=") || $0.hasPrefix("http://") }, "\(rows[1])")
        #expect(rows[2].hasPrefix("\"'@\"\"quoted\"\", and more\",http://"), "\(rows[2])")
        #expect(rows[2].contains(",'-1.5,"))
    }
}
