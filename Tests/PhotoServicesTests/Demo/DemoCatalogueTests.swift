import Foundation
import Testing

@testable import PhotoServices

@Suite("The demo's catalogue")
struct DemoCatalogueTests {
    @Test func `has one missing photo and one text in every twenty rows`() {
        for first in stride(from: 1, through: 981, by: 20) {
            let kinds = (first..<(first + 20)).map(DemoCatalogue.kind)
            #expect(kinds.filter { $0 == .missing }.count == 1)
            #expect(kinds.filter { $0 == .text }.count == 1)
        }
        #expect(DemoCatalogue.kind(of: 8) == .missing)
        #expect(DemoCatalogue.kind(of: 14) == .text)
        #expect(DemoCatalogue.kind(of: 1) == .photo)
    }

    @Test func `gives every photo a name of its own, the same each time, that ends in its number`() {
        let names = (1...5000).map(DemoCatalogue.name)
        #expect(Set(names).count == 5000)
        #expect(names == (1...5000).map(DemoCatalogue.name))
        #expect(names.enumerated().allSatisfy { $1.hasSuffix(" \($0 + 1)") })
    }

    @Test func `names places and times in the order of the reader's language`() {
        #expect(DemoWords.title("Fjord", "at Dusk") == "Fjord at Dusk")
        let (place, time) = (DemoWords.Order.place, DemoWords.Order.time)
        #expect(DemoWords.Order("\(time)の\(place)").title("フィヨルド", "夕暮れ") == "夕暮れのフィヨルド")
        #expect(DemoWords.Order("\(place)").title("Fjord", "at Dusk") == "Fjord")
        #expect(DemoWords.Order("").title("Fjord", "at Dusk") == "")
    }

    @Test(arguments: [
        ("a | b c|d", ["a", "b c", "d"]), ("a", ["a"]), (" | a | ", ["a"]), ("", [""]), ("|", ["|"]),
    ])
    func `has at least one word, however a list of them is translated`(text: String, words: [String]) {
        #expect(DemoWords.list(text) == words)
    }

    @Test func `has places and times for every theme`() {
        for theme in Theme.all {
            #expect(theme.places.count == 4)
            for mood in theme.moods { #expect(mood.phrases.count == 4) }
        }
    }

    @Test func `shows nearly as many kinds of places as rows`() {
        for first in stride(from: 0, to: 1000, by: Theme.all.count) {
            let indices = (first..<(first + Theme.all.count)).map(Theme.index)
            #expect(Set(indices).count == Theme.all.count)
        }
    }

    @Test(arguments: [0, 1, 699, 700, 701, 2000])
    func `is a property list of names and relative URLs, in order`(count: Int) throws {
        let text = Self.text(count)
        let list = try PropertyListSerialization.propertyList(from: text, format: nil)
        let rows = try #require(list as? [String: String])
        #expect(rows.count == count)
        for number in stride(from: 1, through: count, by: 1) {
            #expect(rows[DemoCatalogue.name(of: number)] == "photos/\(number).jpg")
        }
        let urls = String(decoding: text, as: UTF8.self).split(separator: "\n").filter { $0.contains("<string>") }
        #expect(urls.map(String.init) == (1..<(count + 1)).map { "\t<string>photos/\($0).jpg</string>" })
    }

    @Test func `is made in pieces of bounded size`() {
        var text = DemoCatalogueText(count: 5000)
        while let piece = text.piece() {
            #expect(!piece.isEmpty)
            #expect(piece.count < 100_000)
        }
    }

    @Test(
        arguments: [
            ("/demo.plist", DemoRoute.catalogue), ("/photos/1.jpg", .photo(1)), ("/photos/60.jpg", .photo(60)),
            ("/photos/0.jpg", .unknown), ("/photos/61.jpg", .unknown), ("/photos/-1.jpg", .unknown),
            ("/photos/+1.jpg", .unknown), ("/photos/01.jpg", .unknown), ("/photos/.jpg", .unknown),
            ("/photos/99999999999999999999999.jpg", .unknown), ("/photos/1.png", .unknown),
            ("/photos/1.jpg/", .unknown),
            ("/photos/..%2f1.jpg", .unknown), ("/", .unknown), ("/DEMO.plist", .unknown), ("", .unknown),
        ])
    func `knows its rows' paths, and no other`(path: String, route: DemoRoute) {
        #expect(DemoRoute(path: path, count: 60) == route)
    }

    private static func text(_ count: Int) -> Data {
        var text = DemoCatalogueText(count: count)
        var whole = Data()
        while let piece = text.piece() { whole += piece }
        return whole
    }
}
