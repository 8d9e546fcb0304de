import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite("The names in a recent catalogue")
struct RecentNamesTests {
    private static let header = "CPnames1\n"

    private func find(_ text: String, in names: RecentNames?, most: Int = 100) -> [String]? {
        names?.find(SearchQuery(text), most: most) { false }?.map(\.name)
    }

    private func names(_ lines: String) -> RecentNames? { RecentNames(fileBytes: Data((Self.header + lines).utf8)) }

    @Test func `Names are found like those of the open catalogue`() throws {
        let catalogue = try Finding.catalogue(["Old Harbour", "Café in Paris", "IMG_1.jpg", "Ελλάδα"])
        let names = RecentNames(fileBytes: RecentNames(of: catalogue).fileBytes)
        #expect(find("harbour", in: names) == ["Old Harbour"])
        #expect(find("PARIS cafe", in: names) == ["Café in Paris"])
        #expect(find("ελλαδα", in: names) == ["Ελλάδα"])
        // The ending of a picture is found by a word with a dot alone.
        #expect(find("jpg", in: names) == [] && find(".jpg", in: names) == ["IMG_1.jpg"])
        #expect(find("", in: names) == [] && find("nowhere", in: names) == [])
    }

    @Test func `A match tells where the photo is`() throws {
        let catalogue = try Finding.catalogue(["One", "Two", "Two"])
        let found = try #require(RecentNames(of: catalogue).find(SearchQuery("two"), most: 100) { false })
        #expect(found.map(\.mark) == [1, 2].map { catalogue.mark(at: $0) })
        #expect(RecentNames(of: catalogue).rows(of: [2, 7]).map(\.mark) == [catalogue.mark(at: 2)])
        #expect(find("two", in: RecentNames(of: catalogue), most: 1) == ["Two"])
        #expect(find("two", in: RecentNames(of: catalogue), most: -1) == [])
    }

    @Test func `Folders are told from photos, and rows that say nothing yet are left out`() throws {
        var builder = CatalogueBuilder()
        builder.add(.name, "Harbour")
        builder.add(.location, "Harbour/")
        try builder.endEntry(at: nil, isFolder: true)
        var catalogue = Catalogue(from: Sample.web)
        catalogue.append(CatalogueSegment(unread: 1000))
        let segment = builder.takeSegment()
        catalogue.append(try #require(segment))
        let found = RecentNames(of: catalogue).find(SearchQuery("harbour"), most: 9) { false }
        #expect(found?.map(\.isFolder) == [true] && found?.first?.mark.entry == 1000)
        #expect(RecentNames(of: catalogue).fileBytes.count < 100)
    }

    @Test func `Of a large catalogue it has the first names that fit`() throws {
        let catalogue = try Finding.catalogue((0..<100_000).map { "A name of some length, number \($0)" })
        let names = RecentNames(of: catalogue)
        #expect(names.fileBytes.count <= RecentNames.longestFile)
        #expect(names.fileBytes.count > RecentNames.longestFile - 100)
        #expect(find("number 99999", in: names) == [] && find("number 12345", in: names)?.count == 1)
        #expect(RecentNames(fileBytes: names.fileBytes + Data(count: 100)) == nil)
    }

    @Test func `A search that is no longer wanted finds nothing`() throws {
        let names = RecentNames(of: try Finding.catalogue((0..<9000).map { "Photo \($0)" }))
        #expect(names.find(SearchQuery("photo"), most: 9, isCancelled: { true }) == nil)
    }

    @Test func `Of a damaged file it has the lines that are whole`() {
        let names = names(
            "0 ff - One photo\n\nx 0 - no number photo\n-1 0 - photo\n98967f 0 d Last photo\n989680 0 - photo\n"
                + "1 11111111111111111 - photo\n1 1 photo\n1 1 ? photo\n2 1 -  Photo\u{7}\n3 1 - torn photo")
        #expect(find("photo", in: names) == ["One photo", "Last photo", " Photo "])
        #expect(RecentNames(fileBytes: Data()) == nil && RecentNames(fileBytes: Data("CPnames2\n".utf8)) == nil)
        #expect(find("a", in: self.names("")) == [])
    }
}

@Suite("When the names in a catalogue are kept")
struct NamesKeepingTests {
    private func catalogue(isComplete: Bool) throws -> Catalogue {
        var catalogue = try Finding.catalogue(["a", "b"])
        catalogue.isComplete = isComplete
        return catalogue
    }

    @Test func `They are kept once they are complete, and again when it is left with other rows`() throws {
        var keeping = NamesKeeping()
        var catalogue = try catalogue(isComplete: false)
        #expect(!keeping.isDue(catalogue, isLeaving: false) && keeping.isDue(catalogue, isLeaving: true))
        catalogue.isComplete = true
        #expect(keeping.isDue(catalogue, isLeaving: false))
        keeping.kept(catalogue)
        #expect(!keeping.isDue(catalogue, isLeaving: false) && !keeping.isDue(catalogue, isLeaving: true))
        catalogue.append(CatalogueSegment(unread: 3))
        #expect(!keeping.isDue(catalogue, isLeaving: false) && keeping.isDue(catalogue, isLeaving: true))
    }

    @Test func `Once all were removed they are not kept again`() throws {
        var keeping = NamesKeeping()
        keeping.removed()
        let catalogue = try catalogue(isComplete: true)
        #expect(!keeping.isDue(catalogue, isLeaving: false) && !keeping.isDue(catalogue, isLeaving: true))
    }
}
