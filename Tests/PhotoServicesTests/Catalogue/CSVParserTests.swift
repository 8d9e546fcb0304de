import Foundation
import PhotoCore
import TestSupport
import Testing

@testable import PhotoServices

@Suite("Tables")
struct CSVParserTests {
    private func read(_ text: String, from url: String = "http://h/x.csv", pieceByteCount: Int = 1 << 20) -> ReadOutcome
    {
        ReadOutcome(text.utf8, from: Sample.url(url), as: .standard, pieceByteCount: pieceByteCount)
    }

    @Test func `Every producer's dialect gives the same fields`() throws {
        let reference = try SampleFile("json/array.json").read()
        let names = [
            "python.csv", "python-unix.csv", "python-tabs.tsv", "excel-utf-8.csv", "excel-unicode.txt", "packed.csv.gz",
            "libreoffice.csv", "libreoffice-quoted-semicolons.csv", "sqlite.csv",
        ]
        for name in names {
            let outcome = try SampleFile("table-csv/\(name)").read()
            for field in CatalogueField.allCases { #expect(outcome.texts(field) == reference.texts(field), "\(name)") }
        }
        let latin = try SampleFile("json/windows-1252.json").read()
        for name in ["excel-semicolons.csv", "excel-sep.csv"] {
            let outcome = try SampleFile("table-csv/\(name)").read()
            for field in CatalogueField.allCases { #expect(outcome.texts(field) == latin.texts(field), "\(name)") }
        }
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func `Lines are counted, those in quotes and blank ones too`(end: String) {
        let text = ["name,url", "a,1.jpg", "", "\"two", "", "lines\",2.jpg", "", "c,3.jpg"].joined(separator: end)
        for pieceByteCount in [1, 2, 1000] {
            let outcome = read(text, pieceByteCount: pieceByteCount)
            #expect(outcome.failure == nil)
            #expect(outcome.texts(.name) == ["a", "two\(end)\(end)lines", "c"])
            #expect(outcome.positions == [.line(2), .line(4), .line(8)])
        }
    }

    @Test func `A row without an address is a malformed entry, a row of commas is none`() {
        let outcome = read("title;image;price\na;1.jpg;5\n;;\nb;;7\n;;9;too;many\nc;2.jpg\n")
        #expect(outcome.texts(.name) == ["a", "b", "-", "c"])
        #expect(outcome.texts(.location) == ["1.jpg", "-", "-", "2.jpg"])
        #expect(outcome.positions == [.line(2), .line(4), .line(5), .line(6)])
        #expect(outcome.texts(.price) == ["5", "7", "9", "-"])
    }

    @Test(arguments: [
        ("http://h/1.jpg;A\nhttp://h/2.jpg;B", ["-", "-"], ["A", "B"]),
        ("A\thttp://h/1.jpg\nB\thttp://h/2.jpg\n", ["A", "B"], ["-", "-"]),
        ("A,1.jpg,x\nB,2.jpg,y", ["A", "B"], ["x", "y"]), ("\"http://h/1.jpg\",\"A, b\"", ["-"], ["A, b"]),
        ("Foto,Adresse\nA,http://h/1.jpg\nB,http://h/2.jpg", ["A", "B"], ["-", "-"]),
        ("caption,Adresse\nA,http://h/1.jpg", ["A"], ["-"]),
    ])
    func `Without a heading the columns with addresses show by themselves`(
        text: String, names: [String], descriptions: [String]
    ) {
        let outcome = read(text)
        #expect(outcome.failure == nil)
        #expect(outcome.texts(.name) == names && outcome.texts(.description) == descriptions)
        #expect(outcome.rows.allSatisfy { $0.contains("jpg") })
    }

    private static let severalAddresses: [(String, [String], [String])] = [
        (
            "photo_id,photo_url,photo_image_url,photographer_username\n"
                + "a,https://h/photos/a,https://i.h/photo-1,ann\nb,https://h/photos/b,https://i.h/photo-2,bob\n",
            ["https://i.h/photo-1", "https://i.h/photo-2"], ["-", "-"]
        ),
        (
            "name,link,thumbnail,original\nSea,https://h/p/sea,https://i.h/t/sea.jpg,https://i.h/o/sea.jpg\n",
            ["https://i.h/o/sea.jpg"], ["https://i.h/t/sea.jpg"]
        ),
        (
            "Titel,Seite,Bildadresse\nMeer,https://h/s/1,https://h/b/1.jpg\nBerg,https://h/s/2,https://h/b/2.jpg\n",
            ["https://h/b/1.jpg", "https://h/b/2.jpg"], ["-", "-"]
        ),
        (
            "naam,foto_small,foto_large\nZee,https://h/s/1.jpg,https://h/l/1.jpg\n", ["https://h/l/1.jpg"],
            ["https://h/s/1.jpg"]
        ),
        ("naam;foto;pagina\nZee;https://h/1.jpg;https://h/zee\n", ["https://h/1.jpg"], ["-"]),
        ("naam,preview,original\nZee,https://h/s.jpg,https://h/o.jpg\n", ["https://h/o.jpg"], ["https://h/s.jpg"]),
        (
            "name,url,thumbnail\nSea,https://h/show?id=1,https://h/t/1.jpg\n"
                + "Hill,https://h/show?id=2,https://h/t/2.jpg\n",
            ["https://h/show?id=1", "https://h/show?id=2"], ["https://h/t/1.jpg", "https://h/t/2.jpg"]
        ),
    ]

    @Test(arguments: severalAddresses)
    func `Of several columns with addresses, that of the photos counts, and no page`(
        text: String, locations: [String], thumbnails: [String]
    ) {
        let outcome = read(text)
        #expect(outcome.failure == nil)
        #expect(outcome.texts(.location) == locations && outcome.texts(.thumbnail) == thumbnails)
    }

    @Test func `The names and the pages of such a table are kept`() {
        let outcome = read("Titel,Seite,Bildadresse\nMeer,https://h/s/1,https://h/b/1.jpg\n")
        #expect(outcome.texts(.name) == ["Meer"] && outcome.texts(.page) == ["https://h/s/1"])
    }

    @Test func `Cells with several addresses are as many photos of a row`() {
        let outcome = read(
            "Name,Image\nSea,\"https://h/1.jpg, https://h/2.jpg\"\nSky,https://h/3.jpg\nHill,\nBay,https://h/4.jpg\n")
        #expect(outcome.texts(.location) == (1...4).map { "https://h/\($0).jpg" })
        #expect(outcome.texts(.name) == ["Sea", "Sea", "Sky", "Bay"])
        let more = read(
            "title,image_link,additional_image_link\nSea,https://h/1.jpg,\"https://h/2.jpg,https://h/3.jpg\"\n"
                + "Sky,https://h/4.jpg,\n")
        #expect(more.texts(.location) == (1...4).map { "https://h/\($0).jpg" })
    }

    @Test(arguments: [
        "id,name,image1,image2\n1,Sea,https://h/1.jpg,https://h/2.jpg\n2,Sky,https://h/3.jpg,\n",
        "sku,name,Gallery 1,Gallery 2\n1,Sea,https://h/1.jpg,https://h/2.jpg\n2,Sky,https://h/3.jpg,\n",
        "sku,name,Main image,Gallery 1,Gallery 2\n1,Sea,https://h/1.jpg,https://h/2.jpg,https://h/3.jpg\n",
    ]) func `Numbered columns are as many photos of a row`(text: String) {
        let outcome = read(text)
        #expect(outcome.texts(.location) == (1...3).map { "https://h/\($0).jpg" })
        #expect(outcome.texts(.name).dropLast().allSatisfy { $0 == "Sea" })
    }

    @Test(arguments: [
        "title,url,time_added,tags,status\nOn piers,https://a.example/on-piers,17,sea,unread\n",
        "Company,Contact,Url,City\nQuay,Ann,https://quay.example,Port\n",
        "Name,Email,Website\nAnn,ann@a.example,https://ann.example\n",
        "title,url,author\nQuay,https://quay.example/,Ann\n", "timestamp,level,url\n17,INFO,https://a.example/x\n",
        "Object Number,Department,Title,Link Resource\n1.1,Coins,A coin,http://m.example/collection/1\n",
    ]) func `A table of pages and contacts has no photos`(text: String) {
        let outcome = read(text)
        #expect(outcome.rows.isEmpty && outcome.failure?.description.contains("There are no photos") == true)
    }

    @Test func `A table of addresses without endings is taken at its word, if nothing else is in it`() {
        #expect(read("name,url\nSea,https://h/id/1\n").rows.count == 1)
        #expect(read("name,url,width,height,id,set\nSea,https://h/id/1,6,4,1,a\n").rows.count == 1)
    }

    @Test func `Rows that follow each other with one photo are one row`() {
        let outcome = read("image,caption\n1.jpg,A\n1.jpg,B\n2.jpg,C\n1.jpg,D\n")
        #expect(outcome.texts(.name) == ["A", "C", "D"])
    }

    @Test func `Files' names next to paths or addresses name the photos`() {
        let paths = read("SourceFile,FileName,Title\n./a/1.jpg,1.jpg,Sea\n./b/2.jpg,2.jpg,\n")
        #expect(paths.texts(.location) == ["./a/1.jpg", "./b/2.jpg"] && paths.texts(.name) == ["Sea", "2.jpg"])
        let addresses = read("filename,link\n1.jpg,https://h/a.jpg\n2.jpg,https://h/b.jpg\n")
        #expect(addresses.texts(.location) == ["https://h/a.jpg", "https://h/b.jpg"])
        #expect(addresses.texts(.name) == ["1.jpg", "2.jpg"])
    }

    @Test func `Backslashes part folders where nothing else does`() {
        #expect(read("url,name\na\\1.jpg,Sea\n").texts(.location) == ["a/1.jpg"])
        #expect(read("url,name\na/1\\2.jpg,Sea\n").texts(.location) == ["a/1\\2.jpg"])
    }

    @Test func `One column with a heading is a table`() {
        #expect(read("url\n1.jpg\nb c.jpg\n", from: "http://h/").texts(.location) == ["1.jpg", "b c.jpg"])
    }

    @Test func `A cell full of semicolons does not make them the delimiter`() {
        let semicolons = String(repeating: ";", count: 200)
        let rows = read("name,url\r\na,http://h/1.jpg\r\nb\(semicolons)http://h/x.jpg,http://h/2.jpg\r\n")
        #expect(rows.texts(.location) == ["http://h/1.jpg", "http://h/2.jpg"])
    }

    @Test func `Quotes in the wrong place are text`() {
        let outcome = read("name,url\n5\" nail,1.jpg\n\"a\"b\",2.jpg\n\" kept \",3.jpg\n  dropped  ,4.jpg\n")
        #expect(outcome.failure == nil)
        #expect(outcome.texts(.name) == ["5\" nail", "a\"b", " kept ", "dropped"])
    }

    @Test func `A quote that is never closed keeps the rows before it`() {
        let outcome = read("name,url\na,1.jpg\n\"b,2.jpg\nc,3.jpg\n")
        #expect(outcome.texts(.name) == ["a"])
        #expect(outcome.failure?.description.contains("Line 3: It ends inside quotation marks.") == true)
        var long = Array("name,url\na,1.jpg\n\"b".utf8)
        long += [UInt8](repeating: 0x61, count: 20 << 20)
        let endless = ReadOutcome(long, as: .standard)
        #expect(endless.failure?.description.contains("longer than 16 MiB") == true && endless.catalogue.count == 1)
    }

    @Test func `A table without addresses says what is missing`() {
        let outcome = read("first,second\n1,2\n3,4\n")
        #expect(outcome.failure?.description.contains("no column contains addresses") == true)
        #expect(
            read("first,second\n1,2\n", from: "http://h/x").failure?.description.contains(
                "no format that can be opened")
                == true
        )
    }
}
