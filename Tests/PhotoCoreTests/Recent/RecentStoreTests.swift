import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@MainActor
@Suite struct RecentStoreTests {
    private let temporary = TemporaryFolder()
    private var home: FilePath { FilePath(temporary.url.path) }
    private let mainContext = HandDrivenMainContext()

    private var store: RecentStore {
        RecentStore(folder: home.appending("state"), pictures: home.appending("cache"), mainContext: mainContext)
    }

    private func read(_ store: RecentStore) -> RecentCatalogues? {
        var found: RecentCatalogues?
        store.read { found = $0 }
        return mainContext.run { found != nil } ? found : nil
    }

    private func pictures(_ store: RecentStore, of catalogues: RecentCatalogues) -> [String: PixelBuffer]? {
        var found: [String: PixelBuffer]?
        store.pictures(of: catalogues.all) { found = $0 }
        return mainContext.run { found != nil } ? found : nil
    }

    private func names(in folder: String) -> [String] {
        home.appending(folder).entries().map(\.shownName).sorted()
    }

    private func picture(_ side: Int) -> PixelBuffer {
        PixelBuffer(size: .square(side)) { $0.update(repeating: 200) }
    }

    @Test func `Another start finds the list, which only its owner can read`() throws {
        let first = store
        var told: RecentCatalogues?
        first.apply(.opened(address: "a", title: "A")) { told = $0 }
        #expect(mainContext.run { told != nil })
        #expect(read(store) == told && told?["a"]?.title == "A")
        let file = try #require(home.appending("state").appending("catalogues.json").status())
        #expect(file.st_mode & 0o777 == 0o600)
        #expect(names(in: "state") == ["catalogues.json"])
    }

    @Test func `Two processes lose nothing of each other`() {
        let (one, other) = (store, store)
        for number in 0..<10 {
            one.apply(.opened(address: "one \(number)", title: "")) { _ in }
            other.apply(.opened(address: "other \(number)", title: "")) { _ in }
        }
        one.waitUntilIdle(seconds: 20)
        other.waitUntilIdle(seconds: 20)
        #expect(read(store)?.all.count == 20)
    }

    @Test func `Pictures are kept for catalogues in the list, and go with them`() throws {
        let store = store
        store.keep(picture(80), of: "unknown")
        for address in ["a", "b"] {
            store.apply(.opened(address: address, title: "")) { _ in }
            store.keep(picture(400), of: address)
        }
        let catalogues = try #require(read(store))
        #expect(pictures(store, of: catalogues)?.mapValues(\.size) == ["a": .square(128), "b": .square(128)])
        store.apply(.removed(address: "a")) { _ in }
        store.waitUntilIdle(seconds: 20)
        #expect(names(in: "cache").count == 1)
        store.removePictures()
        store.waitUntilIdle(seconds: 20)
        #expect(names(in: "cache").isEmpty && read(store)?.all.count == 1)
    }

    private func found(_ text: String, _ store: RecentStore, at addresses: [String]) -> [String]? {
        var found: [String]?
        store.find(SearchQuery(text), at: addresses, most: 3, flag: CancellationFlag()) { results in
            found = results.map { "\($0.address): \($0.found.name)" }
        }
        return mainContext.run { found != nil } ? found : nil
    }

    @Test func `Names are found in catalogues of the list, and go with them`() throws {
        let store = store
        let names = try Finding.catalogue(["Harbour", "Lake", "Old Harbour"])
        store.keepNames(in: names, of: "unknown")
        for address in ["a", "b"] {
            store.apply(.opened(address: address, title: "")) { _ in }
            store.keepNames(in: names, of: address)
        }
        store.waitUntilIdle(seconds: 20)
        #expect(found("harbour", store, at: ["unknown", "b", "a"]) == ["b: Harbour", "b: Old Harbour", "a: Harbour"])
        #expect(found("nowhere", store, at: ["a", "b"]) == [])
        var rows: [String: [RecentNames.Found]]?
        store.rows(of: ["a": [1], "unknown": [1]]) { rows = $0 }
        #expect(mainContext.run { rows != nil })
        #expect(rows?.mapValues { $0.map(\.name) } == ["a": ["Lake"]])
        let file = try #require(home.appending("cache").entries().first?.status())
        #expect(file.st_mode & 0o777 == 0o600)
        store.apply(.removed(address: "a")) { _ in }
        store.waitUntilIdle(seconds: 20)
        #expect(found("harbour", store, at: ["a"]) == [])
        store.removePictures()
        store.waitUntilIdle(seconds: 20)
        #expect(self.names(in: "cache").isEmpty)
    }

    @Test func `The oldest names go when there are too many`() throws {
        let store = store
        let many = try Finding.catalogue((0..<60_000).map { "A name of some length, number \($0)" })
        for number in 0..<9 {
            store.apply(.opened(address: "\(number)", title: "")) { _ in }
            store.keepNames(in: many, of: "\(number)")
        }
        store.waitUntilIdle(seconds: 60)
        #expect(names(in: "cache").count == RecentNames.longestFiles / RecentNames.longestFile)
        #expect(found("12345", store, at: ["0"]) == [] && found("12345", store, at: ["1"])?.count == 1)
    }

    @Test func `What a killed program left is removed`() throws {
        let store = store
        store.apply(.opened(address: "a", title: "")) { _ in }
        store.waitUntilIdle(seconds: 20)
        try Data("torn".utf8).write(to: home.appending("state").appending(".new-1").url())
        #expect(read(store)?.all.count == 1)
        #expect(names(in: "state") == ["catalogues.json"])
    }

    @Test func `A home that cannot be written remembers nothing, and does no harm`() {
        let store = RecentStore(folder: "/proc/none", pictures: "/proc/none", mainContext: mainContext)
        store.apply(.opened(address: "a", title: "")) { _ in }
        store.keep(picture(9), of: "a")
        store.keepNames(in: Catalogue(from: Sample.web), of: "a")
        #expect(found("a", store, at: ["a"]) == [])
        store.removePictures()
        #expect(read(store) == RecentCatalogues())
    }

    @Test func `A picture is read only if it is whole`() throws {
        let picture = try #require(RecentPicture(picture(300)))
        #expect(picture.pixels.size == .square(128) && RecentPicture(fileBytes: picture.fileBytes) == picture)
        #expect(RecentPicture(fileBytes: picture.fileBytes.dropLast()) == nil)
        #expect(RecentPicture(fileBytes: picture.fileBytes + [0]) == nil)
        #expect(RecentPicture(fileBytes: Data("CPpixel1".utf8) + [0, 0, 0, 0]) == nil)
        #expect(RecentPicture(fileBytes: Data("CPpixel1".utf8) + [255, 255, 255, 255]) == nil)
        #expect(RecentPicture(PixelBuffer(size: PixelSize(width: 0, height: 3)) { _ in }) == nil)
        let narrow = PixelBuffer(size: PixelSize(width: 1, height: 900)) { $0.update(repeating: 1) }
        #expect(RecentPicture(narrow)?.pixels.size == .square(1))
    }
}
