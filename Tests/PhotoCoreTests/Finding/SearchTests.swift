import Foundation
import Testing
import TestSupport

@testable import PhotoCore

@Suite struct SearchTests {
    private func stem(_ name: [UInt8]) -> [UInt8] {
        let endings = ["jpg", "jpeg", "jpe", "png", "gif", "webp", "avif", "heic", "tif", "tiff", "bmp", "svg", "jp2"]
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0,
            endings.contains(String(decoding: name[(dot + 1)...], as: UTF8.self))
        else { return name }
        return Array(name[..<dot])
    }

    /// The expected matches, found in the plainest way.
    private func reference(_ query: String, _ catalogue: Catalogue) -> [UInt32] {
        var folding = TextFolding()
        let words = query.split(whereSeparator: \.isWhitespace).map { folding.fold(String($0)) }
        return (0..<catalogue.count).filter { row in
            let name = folding.fold(catalogue.name(at: row))
            let stem = stem(name)
            let description = folding.fold(catalogue.text(of: .description, at: row) ?? "")
            return words.allSatisfy { word in
                [word.contains(UInt8(ascii: ".")) ? name : stem, description].contains { text in
                    word.isEmpty
                        || text.count >= word.count
                            && (0...text.count - word.count).contains { start in
                                text[start..<start + word.count].elementsEqual(word)
                            }
                }
            }
        }.map { UInt32($0) }
    }

    @Test func `Names and descriptions are searched, capitals and accents aside, words in any order`() throws {
        let catalogue = try Finding.catalogue(of: [
            ["name": "Café am See"], ["name": "CAFE 2", "description": "by the sea"],
            ["name": "Lake", "description": "Das Café"],
            ["name": "cafe", "location": "http://h/see.jpg"], ["name": "Mountain"],
        ])
        #expect(Finding.search("cafe", catalogue) == [0, 1, 2, 3])
        #expect(Finding.search("CAFÉ", catalogue) == [0, 1, 2, 3])
        #expect(Finding.search("se caf", catalogue) == [0, 1])
        #expect(Finding.search("sea cafe 2", catalogue) == [1])
        #expect(Finding.search("lake café das", catalogue) == [2])
        #expect(Finding.search("jpg", catalogue) == [])
        #expect(Finding.search("lakecafe", catalogue) == [])
    }

    @Test func `Digits of all scripts are found by each other, and so are letters that one keyboard has for another`()
        throws
    {
        let catalogue = try Finding.catalogue([
            "IMG_2024", "صورة ٢٠٢٤", "\u{6A9}تابخانه ملی", "مكتبة \u{643}تاب", "さくら", "サクラ 1", "２０२४",
        ])
        for query in ["2024", "٢٠٢٤", "۲۰۲۴", "２０２４"] {
            #expect(Finding.search(query, catalogue) == [0, 1, 6], "\(query)")
        }
        #expect(Finding.search("\u{643}تاب", catalogue) == [2, 3])
        #expect(Finding.search("\u{6A9}تاب", catalogue) == [2, 3])
        #expect(Finding.search("مل\u{64A}", catalogue) == [2])
        #expect(Finding.search("さく", catalogue) == [4, 5] && Finding.search("ｻｸﾗ", catalogue) == [4, 5])
        #expect(Finding.search("۱", catalogue) == [5])
    }

    @Test func `A row is found, and sorted, as it is shown, whatever its name hides`() throws {
        let names = ["evil\u{202E}gpj.exe", "be\u{7}ll", "two\u{2028}lines", "evil", "\u{202E}", "a\nb", "שלום"]
        let catalogue = try Finding.catalogue(names, cutEvery: 3)
        #expect(
            (0..<7).map(catalogue.name) == ["evilgpj.exe", "be ll", "two lines", "evil", "4.jpg", "a b", "שלום"])
        #expect(Finding.search("evilgpj", catalogue) == [0])
        #expect(Finding.search("ll", catalogue) == [1])
        #expect(Finding.search("lines two", catalogue) == [2])
        #expect(Finding.search("4", catalogue) == [4])
        #expect(Finding.search("bell", catalogue) == [])
        for query in ["evil", "b", "e", "ש"] {
            #expect(Finding.search(query, catalogue) == reference(query, catalogue), "\(query)")
        }
        #expect(Finding.sort(catalogue, by: .name) == [4, 5, 1, 3, 0, 2, 6])
    }

    @Test func `A row without a name is found by the part of its URL that it is shown under`() throws {
        let locations = [
            "http://h/albums/Red%20Barn.JPG", "http://h/x/barn-2.jpg?barn=1", "barn.png", "../barn/",
            "http://barn.example/",
            "http://barn.example", "a/b/c_barn.jpg#x", "http://h/b%61rn.jpg", "http://h/barn/..", "http://[bad/barn",
            "", "Mrs Barn 3.jpg",
            "//barn.example/y.jpg", "http://h/q/x.jpg", "barn:1.jpg", "http://h:80/barn9.jpg", "http://h/a//barn",
            "/barn0", "...", "barn\\4",
        ]
        let catalogue = try Finding.catalogue(of: locations.map { ["location": $0] })
        for query in ["barn", "jpg", ".jpg", "p", "red", "%20", "example", "x"] {
            #expect(Finding.search(query, catalogue) == reference(query, catalogue), "\(query)")
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `Search finds what plain comparison finds, however the catalogue is cut`(_ seed: UInt64) throws {
        let names = Finding.names(600, seed: seed)
        let rows = zip(names, Finding.names(600, seed: seed + 100)).enumerated().map { number, row in
            number % 3 == 0 ? ["name": row.0, "description": row.1] : number % 7 == 0 ? [:] : ["name": row.0]
        }
        let whole = try Finding.catalogue(of: rows)
        for (cut, query) in zip(
            [1, 7, 100, 599, 600, 1000].shuffled() + [50, 50, 50, 50, 50, 50, 50, 50, 50],
            ["fjord", "strasse", "a", "e", "É", "9 10", "omega a", "ωρα", "山", "서", "ss", "x_y fj", "ß", "ø", "jpg 4"])
        {
            let catalogue = try Finding.catalogue(of: rows, cutEvery: cut)
            let expected = reference(query, whole)
            #expect(Finding.search(query, catalogue) == expected, "\(query)")
            #expect(Finding.search(query, catalogue, among: reference(String(query.prefix(1)), whole)) == expected)
        }
    }

    @Test func `The ending of a picture's file is found by a word with a dot only`() throws {
        let names = [
            "Lake 1.jpg", "Gull.JPEG", "fjord.webp", "Fjörd.jpg", "Ωmega.TIFF", "Mr.Gordon", "1.5 g", "a.jpg.jpg",
            ".jpg",
            "jpg", "g.png", "wege.gif", "x.g", "Große.jpg", "é.jpgx",
        ]
        let rows = names.enumerated().map { number, name in
            number % 4 == 3 ? ["name": name, "description": "from a.gif"] : ["name": name]
        }
        let catalogue = try Finding.catalogue(of: rows)
        for query in [
            "g", "jpg", ".jpg", ".j", "j", "gif", ".gif", "a.gif", "f", "web", "p", "1.j", "lake .jpg", "jpg .jpg",
        ] {
            #expect(Finding.search(query, catalogue) == reference(query, catalogue), "\(query)")
        }
        #expect(Finding.search("g", catalogue) == [1] + Array(3...14))
        #expect(Finding.search(".jpg", catalogue) == [0, 3, 7, 8, 13, 14])
    }

    @Test func `A word is found at every place of a text, up to its last byte`() throws {
        for length in [1, 2, 3, 7, 8, 9, 15, 16, 17, 40] {
            let word = String("needleworkisthefinestpastimeofalltheworld".prefix(length))
            for before in 0...20 {
                let name = String(repeating: "N", count: before) + word.uppercased()
                // Whatever follows it in memory: nothing at all, or more of the word.
                for rows in [[name], [name, word], [String(name.dropLast()), word]] {
                    let catalogue = try Finding.catalogue(rows)
                    #expect(Finding.search(word, catalogue) == reference(word, catalogue), "\(rows)")
                }
            }
        }
    }

    @Test func `The row of many is found where threads share the work`() throws {
        let catalogue = try Finding.catalogue((0..<200_000).map { "Photo \($0)" }, cutEvery: 30_000)
        #expect(Finding.search("99999", catalogue) == [99_999, 199_999])
        #expect(Finding.search("photo", catalogue).count == 200_000)
        #expect(Finding.search("photo", catalogue) == Array(0..<200_000))
        let some = Finding.search("777", catalogue)
        #expect(Finding.search("7777", catalogue, among: some) == Finding.search("7777", catalogue))
    }

    @Test func `A search that is cancelled finds nothing`() throws {
        let catalogue = try Finding.catalogue((0..<20_000).map { "Photo \($0)" })
        var index = CatalogueIndex()
        #expect(!index.follow(catalogue) { true })
        #expect(index.follow(catalogue) { false })
        #expect(index.search(SearchQuery("photo")) { true } == nil)
    }

    @Test func `A catalogue in plain ASCII needs no memory for being searched`() throws {
        let plain = try Finding.catalogue((0..<5000).map { "Photo \($0)" })
        let nameless = try Finding.catalogue(of: (0..<5000).map { ["location": "http://example.org/a/\($0).jpg"] })
        let greek = try Finding.catalogue((0..<5000).map { "Φωτογραφία \($0)" })
        for (catalogue, most) in [(plain, 0), (nameless, 0), (greek, 5000 * 36)] {
            var index = CatalogueIndex()
            #expect(index.follow(catalogue) { false })
            #expect(index.byteCount <= most)
        }
    }

    @Test(arguments: [
        ("ab", "a", true), ("a b", "b", true), ("abc d", "bc", true), ("a", "ab", false), ("ab", "a b", true),
        ("a", "b", false),
        ("a", "", true), ("", "a", false), ("É", "e", true), ("xyz abc", "c z", true),
        // A word without a dot does not match where one with a dot does.
        (".jpg", "jpg", false), ("x.jpg", ".jp", true), (".jpg jpg", "jpg", true),
    ])
    func `A query that asks for more narrows one that asks for less`(_ query: String, _ other: String, _ narrows: Bool)
    {
        #expect(SearchQuery(query).narrows(SearchQuery(other)) == narrows)
    }

    @Test func `Words that other words contain ask for nothing, nor does what cannot be seen`() {
        #expect(SearchQuery("lake Lake LAKES a") == SearchQuery("lakes"))
        #expect(SearchQuery(" \u{A0}\n\u{200D}\u{301} ").isEmpty)
    }
}
