import Foundation
import Testing

@testable import PhotoCore

@Suite struct RecentCataloguesTests {
    private func opened(_ addresses: String...) -> RecentCatalogues { opened(addresses) }

    private func opened(_ addresses: [String]) -> RecentCatalogues {
        var catalogues = RecentCatalogues()
        for address in addresses { catalogues.apply(.opened(address: address, title: "Title of \(address)")) }
        return catalogues
    }

    private let place = CataloguePlace(
        top: .init(entry: 41, location: .max), offset: 12.5, focused: .init(entry: 44, location: 3))

    @Test func `The catalogue opened last is the first`() {
        var catalogues = opened("a", "b", "c")
        catalogues.apply(.opened(address: "a", title: "New"))
        #expect(catalogues.shown.map(\.address) == ["a", "c", "b"])
        #expect(catalogues["a"]?.title == "New")
    }

    @Test func `Pinned catalogues come first, and stay when the others are cleared`() {
        var catalogues = opened("a", "b", "c")
        catalogues.apply(.pinned(address: "a", true))
        catalogues.apply(.pinned(address: "never opened", true))
        #expect(catalogues.shown.map(\.address) == ["a", "c", "b"])
        catalogues.apply(.cleared)
        #expect(catalogues.shown.map(\.address) == ["a"])
        catalogues.apply(.removed(address: "a"))
        #expect(catalogues == RecentCatalogues())
    }

    @Test func `A removed catalogue does not return when its window is closed`() {
        var catalogues = opened("a", "b")
        catalogues.apply(.removed(address: "a"))
        catalogues.apply(.left(address: "a", title: "A", place: place))
        #expect(catalogues.shown.map(\.address) == ["b"])
    }

    @Test func `A catalogue keeps its place when it is opened again`() {
        var catalogues = opened("a")
        catalogues.apply(.left(address: "a", title: "A", place: place))
        catalogues.apply(.opened(address: "b", title: "B"))
        catalogues.apply(.opened(address: "a", title: "A"))
        #expect(catalogues["a"]?.place == place)
    }

    @Test func `Their number is bounded, and so is that of pinned ones`() {
        var catalogues = RecentCatalogues()
        for number in 0..<200 {
            catalogues.apply(.opened(address: "pinned \(number)", title: ""))
            catalogues.apply(.pinned(address: "pinned \(number)", true))
            catalogues.apply(.opened(address: "\(number)", title: ""))
        }
        #expect(catalogues.all.count == RecentCatalogues.mostRecent + RecentCatalogues.mostPinned)
        #expect(catalogues["199"] != nil && catalogues["0"] == nil)
        #expect(RecentCatalogues(fileBytes: catalogues.fileBytes) == catalogues)
    }

    @Test func `As many of each kind are kept as may be; with one more the oldest goes`() {
        func kept(_ most: Int, pinned: Bool = false, address: (Int) -> String) -> [Bool] {
            var catalogues = RecentCatalogues()
            func open(_ number: Int) {
                catalogues.apply(.opened(address: address(number), title: ""))
                if pinned { catalogues.apply(.pinned(address: address(number), true)) }
            }
            for number in 1...most { open(number) }
            let isOldestKept = catalogues[address(1)] != nil
            open(most + 1)
            return [isOldestKept, catalogues[address(1)] != nil, catalogues[address(2)] != nil]
        }
        #expect(kept(RecentCatalogues.mostRecent) { "\($0)" } == [true, false, true])
        #expect(kept(RecentCatalogues.mostPinned, pinned: true) { "\($0)" } == [true, false, true])
        #expect(kept(RecentCatalogues.mostLibraries) { "s3://bucket-\($0)/" } == [true, false, true])
    }

    private let immich = "immich+https://photos.example.org/"

    @Test func `Libraries on servers have a list of their own, without what is within them`() {
        let inside = ["immich+https://photos.example.org/?album=1&name=Lisbon", "webdavs://a.example/photos/2019/"]
        let gallery = "https://a.example/gallery/" + GalleryAddress.photos
        let libraries = [immich, "s3://bucket/2019/", "webdavs://a.example/photos/", gallery]
        let catalogues = opened(libraries + inside + ["https://example.org/photos.plist"])
        #expect(Set(catalogues.libraries.map(\.address)) == Set(libraries))
        #expect(Set(catalogues.shown.map(\.address)) == Set(inside + ["https://example.org/photos.plist"]))
    }

    @Test func `What a library's address begins with may be another library`() {
        let libraries = [
            "s3://photos", "s3://photos-2024", "s3://photos-2024/a?profile=work",
            "s3://photos?endpoint=https%3A%2F%2Fnas", "webdavs://a.example/photos/#recursive",
            "webdavs://a.example/photos-2024/", "webdav://a.example/photos/2019/",
            "webdavs://a.example:8443/photos/2019/", "immich+https://a.example/", "immich+https://a.example/b/",
            "photoprism+https://a.example/",
        ]
        let inside = [
            "s3://photos/", "s3://photos/2019", "s3://photos/2019-b/c?region=eu-west-1", "s3://photos-2024/a",
            "webdavs://a.example/photos/2019/#recursive", "webdavs://a.example/photos/B%FCro/",
            "webdavs://user@a.example/photos/2019/",
        ]
        for addresses in [libraries + inside, inside + libraries, (libraries + inside).reversed()] {
            let catalogues = opened(addresses)
            #expect(Set(catalogues.libraries.map(\.address)) == Set(libraries))
            #expect(Set(catalogues.shown.map(\.address)) == Set(inside))
        }
        // A bucket's prefix may end within a name.
        for (library, inside, other) in [
            ("s3://photos/2024", "s3://photos/2024-trip/", "s3://photos/202"),
            ("s3://photos/2024/", "s3://photos/2024/05/", "s3://photos/2024-trip/"),
        ] {
            let isWithin = { (one: String, two: String) in
                LibraryAddress(one).flatMap { one in LibraryAddress(two).map { one.isWithin($0) } }
            }
            #expect(isWithin(inside, library) == true && isWithin(library, inside) == false)
            #expect(isWithin(other, library) == false)
        }
        // Names that are no UTF-8.
        let names = ["webdav://a.example/%E9/", "webdav://a.example/%E8/"]
        #expect(Set(opened(names).libraries.map(\.address)) == Set(names))
    }

    @Test func `A library that is forgotten takes along what is within, and nothing else`() {
        let within = [
            "immich+https://a.example/": [
                "immich+https://a.example/?person=1&name=Anna", "immich+https://a.example/?search=dog",
                "immich+https://a.example/?part=favourites",
            ],
            "photoprism+https://a.example/": ["photoprism+https://a.example/?album=1&name=Lisbon"],
            "s3://photos": ["s3://photos/2019/"],
            "webdavs://a.example/remote.php/webdav/Photos/": [
                "webdavs://a.example/remote.php/webdav/Photos/2019/#recursive",
                "webdavs://a.example/remote.php/webdav/Photos/2019/05/",
                "nextcloud+https://a.example/remote.php/webdav/Photos/2019/?search=dog",
                "nextcloud+https://a.example/remote.php/webdav/Photos/?search=dog",
            ],
        ]
        let others = [
            "s3://photos-2024", "https://a.example/photos.plist", "immich+https://b.example/?search=dog",
            "nextcloud+https://a.example/remote.php/webdav/?search=dog",
        ]
        for library in within.keys {
            var catalogues = opened(within.flatMap { [$0.key] + $0.value } + others)
            let before = Set(catalogues.all.map(\.address))
            for address in within[library] ?? [] { catalogues.apply(.pinned(address: address, true)) }
            catalogues.apply(.removed(address: library))
            let gone = before.subtracting(catalogues.all.map(\.address))
            #expect(gone == Set([library] + (within[library] ?? [])), "\(library)")
            #expect(!catalogues.libraries.contains { $0.address == library })
        }
        // What is within goes alone.
        let inner = "webdavs://a.example/remote.php/webdav/Photos/2019/#recursive"
        var catalogues = opened(within.flatMap { [$0.key] + $0.value })
        let count = catalogues.all.count
        catalogues.apply(.removed(address: inner))
        #expect(catalogues.all.count == count - 1 && catalogues[inner] == nil)
    }

    @Test func `What leaves the list is not opened by the next start either`() {
        let (pictures, within) = ("pictures:file:///home/anna/1.jpg", "\(immich)?search=dog")
        let open = ["a", "pinned", immich, within, pictures, AllLibraries.address]
        var catalogues = opened(["a", "b", "pinned", immich, within])
        catalogues.apply(.pinned(address: "pinned", true))
        #expect(catalogues.remaining(of: open, after: .cleared) == ["pinned", immich, AllLibraries.address])
        #expect(catalogues.remaining(of: open, after: .removed(address: "a")) == Array(open.dropFirst()))
        #expect(
            catalogues.remaining(of: open, after: .removed(address: immich))
                == ["a", "pinned", pictures, AllLibraries.address])
        #expect(catalogues.remaining(of: open, after: .opened(address: "c", title: "")) == open)
        #expect(RecentCatalogues().remaining(of: ["a", "b"], after: .removed(address: "b")) == ["a"])
    }

    @Test func `A library stays, whatever else is opened or cleared, and is bounded`() {
        var catalogues = opened([immich])
        catalogues.apply(.left(address: immich, title: "Immich", place: place))
        for number in 0..<100 { catalogues.apply(.opened(address: "\(number)", title: "")) }
        #expect(catalogues[immich]?.place == place && catalogues.canClear)
        catalogues.apply(.cleared)
        #expect(catalogues.all.map(\.address) == [immich] && catalogues[immich]?.place == nil)
        #expect(!catalogues.canClear)
        for number in 0..<100 { catalogues.apply(.opened(address: "s3://bucket-\(number)/", title: "")) }
        #expect(catalogues.all.count == RecentCatalogues.mostLibraries)
        catalogues.apply(.removed(address: "s3://bucket-99/"))
        #expect(catalogues["s3://bucket-99/"] == nil)
    }

    @Test func `A person's name for a library stays until it is empty, and is kept`() {
        var catalogues = opened([immich])
        catalogues.apply(.named(address: immich, name: "  At\u{202E} home\n "))
        #expect(catalogues[immich]?.shownTitle == "At home")
        catalogues.apply(.opened(address: immich, title: "Immich"))
        catalogues = RecentCatalogues(fileBytes: catalogues.fileBytes)
        #expect(catalogues[immich]?.shownTitle == "At home" && catalogues[immich]?.title == "Immich")
        catalogues.apply(.named(address: immich, name: " "))
        #expect(catalogues[immich]?.shownTitle == "Immich")
        catalogues.apply(.named(address: immich, name: String(repeating: "x", count: 5000)))
        #expect(catalogues[immich]?.shownTitle.count == 200)
    }

    @Test func `Addresses and titles of any length fit into a file`() {
        var catalogues = RecentCatalogues()
        let longest = String(repeating: "/", count: 8000)
        for number in 0..<100 {
            let address = "\(longest)\(number)"
            catalogues.apply(
                .opened(address: address, title: String(repeating: "\u{1F468}\u{200D}\u{1F469}", count: 999)))
            catalogues.apply(.pinned(address: address, number > 40))
        }
        catalogues.apply(.opened(address: String(repeating: "x", count: 1 << 20), title: ""))
        #expect(catalogues.fileBytes.count <= RecentCatalogues.longestFile)
        #expect(RecentCatalogues(fileBytes: catalogues.fileBytes) == catalogues)
        #expect(catalogues.all.count > 70)
    }

    @Test func `A file is read up to its limit, and with one byte more not at all`() {
        let bytes = opened("https://h.example/a").fileBytes
        for more in 0...1 {
            let room = RecentCatalogues.longestFile + more - bytes.count
            let padded = RecentCatalogues(fileBytes: bytes + Data(repeating: UInt8(ascii: " "), count: room))
            #expect(padded.shown.count == 1 - more)
        }
    }

    @Test func `What was written is read`() {
        var catalogues = opened("https://example.org/a?b=\"c\"", "file:///%FF/ä", "c")
        catalogues.apply(.left(address: "c", title: "C", place: place))
        catalogues.apply(.pinned(address: "c", true))
        #expect(RecentCatalogues(fileBytes: catalogues.fileBytes) == catalogues)
    }

    @Test(arguments: [
        "", "{", "[]", "{\"catalogues\":{}}", "{\"catalogues\":[{\"address\":1}]}", "\u{0}", "{\"catalogues\":[null]}",
        "{\"catalogues\":[{\"address\":\"\",\"title\":\"\",\"isPinned\":false}]}",
    ])
    func `A damaged file is an empty list`(_ text: String) {
        #expect(RecentCatalogues(fileBytes: Data(text.utf8)) == RecentCatalogues())
    }

    @Test func `A damaged entry does no harm to the others`() {
        let catalogues = opened("a", "b")
        let text = String(decoding: catalogues.fileBytes, as: UTF8.self)
        let damaged = text.replacingOccurrences(of: "{\"catalogues\":[", with: "{\"catalogues\":[{\"title\":7},")
        #expect(RecentCatalogues(fileBytes: Data(damaged.utf8)) == catalogues)
        let twice = text.replacingOccurrences(of: "\"b\"", with: "\"a\"")
        #expect(RecentCatalogues(fileBytes: Data(twice.utf8)).all.map(\.address) == ["a"])
    }

    @Test(arguments: [Int.max, -1, Int.min, 10_000_000])
    func `A place outside of any catalogue is none`(_ entry: Int) {
        var catalogues = opened("a")
        let place = CataloguePlace(top: .init(entry: entry, location: 0), offset: 0, focused: nil)
        catalogues.apply(.left(address: "a", title: "", place: place))
        #expect(RecentCatalogues(fileBytes: catalogues.fileBytes)["a"] == RecentCatalogue(address: "a", title: ""))
    }

    @Test(arguments: [1e300, -1e300, 10_001])
    func `A distance that no row has is held`(_ offset: Double) {
        var catalogues = opened("a")
        let place = CataloguePlace(
            top: .init(entry: 1, location: 0), offset: offset, focused: .init(entry: -5, location: 0))
        catalogues.apply(.left(address: "a", title: "", place: place))
        let read = RecentCatalogues(fileBytes: catalogues.fileBytes)["a"]?.place
        #expect(read?.offset.magnitude == 10_000 && read?.focused == nil)
    }

    @Test func `Titles are one line`() {
        var catalogues = RecentCatalogues()
        catalogues.apply(.opened(address: "a", title: "one\ntwo"))
        #expect(catalogues["a"]?.title.contains("\n") == false)
    }
}
