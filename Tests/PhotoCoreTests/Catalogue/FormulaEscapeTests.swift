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
        #expect(Self.read(cell) == Array(text.utf8))
    }

    private static func read(_ cell: String) -> [UInt8] {
        Array(cell.utf8).withUnsafeBytes { FormulaEscape.withText(of: $0) { Array($0) } }
    }

    @Test(arguments: [
        ("a;=1+1", "a;'=1+1"), (";=1", ";'=1"), ("a\t@x", "a\t'@x"), ("a\n- b", "a\n'- b"),
        ("a\r\n-b", "a\r\n'-b"),
        ("a;'=1", "a;''=1"), ("a;\"=1\"", "a;'\"=1\""), ("=1;-2\t+3", "'=1;'-2\t'+3"),
        ("\t=1", "'\t'=1"),
        ("a;b=1", "a;b=1"), ("a; =1", "a; =1"), ("a;'b'", "a;'b'"), ("a;", "a;"), ("a;'\"", "a;'\""),
        ("a-b;c", "a-b;c"),
    ])
    func `Where a spreadsheet of another language begins a cell, there is an apostrophe too`(
        _ text: String, _ cell: String
    ) {
        #expect(FormulaEscape.escaped(text) == cell)
        #expect(Self.read(cell) == Array(text.utf8))
    }

    @Test func `No two texts are written as the same cell`() {
        var texts = [""]
        for _ in 0..<4 { texts += texts.flatMap { text in ["'", "=", "-", "1", ";", "\""].map { text + $0 } } }
        let distinct = Set(texts)
        #expect(Set(distinct.map(FormulaEscape.escaped)).count == distinct.count)
        for text in distinct { #expect(Self.read(FormulaEscape.escaped(text)) == Array(text.utf8)) }
    }

    @Test func `Nor does one in a spreadsheet that parts cells at semicolons or tabs, and heeds no quotes`() throws {
        var builder = CatalogueBuilder()
        for field in CatalogueField.allCases { builder.add(field, "a;=\(field);\"@b\t-c\n+d") }
        try builder.endEntry(at: nil)
        let table = CatalogueSaver.document(of: builder.finish(from: Sample.web), as: .csv)
        let cells = table.split { ";\t\r\n".utf8.contains($0) }
        #expect(cells.count > CatalogueField.allCases.count)
        for cell in cells {
            let first = cell.first { $0 != UInt8(ascii: "\"") }
            #expect(first.map { !"=+-@".utf8.contains($0) } ?? true, "\(String(decoding: cell, as: UTF8.self))")
        }
    }

    @Test func `What may part a cell is quoted`() throws {
        var builder = CatalogueBuilder()
        for name in ["a;b", "a\tb", "a b"] { try builder.append(name: name, location: "1.jpg") }
        let table = CatalogueSaver.document(of: builder.finish(from: Sample.web), as: .csv)
        let rows = String(decoding: table, as: UTF8.self).split(separator: "\r\n").dropFirst()
        let names = rows.map { $0.prefix { $0 != "," } }
        #expect(names == ["\"a;b\"", "\"a\tb\"", "a b"])
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
