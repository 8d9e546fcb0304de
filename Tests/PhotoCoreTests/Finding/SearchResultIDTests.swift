import Testing

@testable import PhotoCore

@Suite("Results of the desktop's search")
struct SearchResultIDTests {
    @Test func `A result is found again by its text`() {
        let ids: [SearchResultID] = [
            .photo(window: 1, entry: 0, name: SearchResultID.hash(of: "Café")),
            .photo(window: .max, entry: .max, name: .max), .catalogue("https://example.org/a:b:c"), .catalogue(""),
            .row(of: "https://example.org/a:b:c", .init(entry: 0, location: .max)),
            .row(of: "", .init(entry: Catalogue.maximumRowCount - 1, location: 0)),
        ]
        for id in ids { #expect(SearchResultID(id.text) == id) }
        #expect(Set(ids.map(\.text)).count == ids.count)
    }

    @Test(arguments: [
        "", "photo", "photo:1:2", "photo:1:2:3:4", "photo:-1:2:3", "photo:1:-2:3", "photo:1:2:xyz",
        "photo:99999999999999999999:0:0", "photo:1:2:11111111111111111", "Photo:1:2:3", ":::",
        "row:", "row:1:2", "row:-1:2:a", "row:10000000:2:a", "row:1:xyz:a", "row:1:11111111111111111:a",
    ])
    func `Any other text is no result`(_ text: String) {
        #expect(SearchResultID(text) == nil)
    }

    @Test func `Catalogues are found next to any number of photos, and photos next to any number of catalogues`() {
        let (photos, catalogues) = ((0..<20).map { "photo \($0)" }, (0..<30).map { "catalogue \($0)" })
        func ordered(_ photos: [String], _ catalogues: [String], rows: [String] = []) -> [String] {
            SearchResultID.ordered(photos: photos, rows: rows, catalogues: catalogues, most: 20)
        }
        #expect(ordered(photos, catalogues) == Array(catalogues.prefix(2) + photos.prefix(18)))
        #expect(ordered([], catalogues) == Array(catalogues.prefix(20)))
        #expect(ordered(photos, []) == photos && ordered([], [], rows: photos) == photos)
        #expect(ordered(["a"], ["1", "2", "3"], rows: ["b"]) == ["1", "2", "a", "b", "3"])
    }

    @Test func `Another name has another hash`() {
        #expect(SearchResultID.hash(of: "") == 0xCBF2_9CE4_8422_2325)
        // Of the reference implementation's test vectors.
        #expect(SearchResultID.hash(of: "a") == 0xAF63_DC4C_8601_EC8C)
        #expect(SearchResultID.hash(of: "foobar") == 0x8594_4171_F739_67E8)
    }

    @Test func `A title matches all words in any order, whatever their case and accents`() {
        #expect(SearchQuery("cafe PARIS").matches("Paris, im Café"))
        #expect(!SearchQuery("cafe rome").matches("Paris, im Café"))
        #expect(SearchQuery("").matches("anything"))
    }
}
