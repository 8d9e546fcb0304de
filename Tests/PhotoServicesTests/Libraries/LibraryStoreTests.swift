import Foundation
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

@Suite("What is known of libraries, on disk")
struct LibraryStoreTests {
    @Test func `A list and a folder of as many bytes as they may have are kept, and none of one more`() throws {
        let rig = LibraryStoreRig()
        let store = rig.store()
        let (longest, one) = (LibraryStore.longestList, try LibraryStoreRig.month(5, 1))
        store.keep(KeptList(body: Data(count: longest), asked: 5), of: one)
        #expect(rig.store().list(of: one)?.body.count == longest)
        let other = try LibraryStoreRig.month(6, 1)
        store.keep(KeptList(body: Data(count: longest + 1), asked: 5), of: other)
        #expect(rig.store().list(of: other) == nil)
        let address = try LibraryStoreRig.url("https://a.example/photos/")
        for (count, isKept) in [(LibraryStore.longestPage, true), (LibraryStore.longestPage + 1, false)] {
            store.removePage(at: address)
            let list = KeptList(body: Data(count: count), asked: 5)
            store.keep(KeptPage(list: list, url: address, contentType: "application/xml"), at: address)
            #expect((rig.store().page(at: address)?.list.body.count == count) == isKept)
        }
    }

    @Test func `The next start knows the months of each library`() throws {
        let rig = LibraryStoreRig()
        let address = try LibraryStoreRig.url("immich+https://a.example/")
        let dateless = LibraryMonths.Month(
            month: nil, count: 3, address: try LibraryStoreRig.url("https://a.example/none"))
        let months = LibraryMonths(
            .immich, [try LibraryStoreRig.month(5, 12), try LibraryStoreRig.month(4, 70_000), dateless])
        #expect(rig.store().months(of: address) == nil)
        rig.store().keep(months, of: address)
        #expect(rig.store().months(of: address) == months)
        #expect(rig.store().months(of: try LibraryStoreRig.url("immich+https://b.example/")) == nil)
        let fewer = LibraryMonths(.immich, [try LibraryStoreRig.month(4, 1)])
        rig.store().keep(fewer, of: address)
        #expect(rig.store().months(of: address) == fewer)
        rig.store().keep(LibraryMonths(.immich, []), of: address)
        #expect(rig.store().months(of: address) == nil)
    }

    @Test func `A list is kept until its server tells another count`() throws {
        let rig = LibraryStoreRig()
        let text = String(repeating: #"{"id": "0001", "fileCreatedAt": "2024-05-01"},"#, count: 5000)
        rig.store().keep(LibraryStoreRig.list(text), of: try LibraryStoreRig.month(5, 12))
        #expect(rig.store().list(of: try LibraryStoreRig.month(5, 12)) == LibraryStoreRig.list(text))
        #expect(rig.store().list(of: try LibraryStoreRig.month(5, 13)) == nil)
        #expect(rig.store().list(of: try LibraryStoreRig.month(4, 12)) == nil)
        // Packed: a third, at most.
        let size = try #require(try rig.file.resourceValues(forKeys: [.fileSizeKey]).fileSize)
        #expect(size < text.utf8.count / 2)
        rig.store().keep(LibraryStoreRig.list("", asked: 9), of: try LibraryStoreRig.month(5, 13))
        #expect(rig.store().list(of: try LibraryStoreRig.month(5, 13)) == LibraryStoreRig.list("", asked: 9))
        #expect(rig.store().list(of: try LibraryStoreRig.month(5, 12)) == nil)
    }

    @Test(arguments: [(0.0, false), (86_399, false), (86_400, true), (-1, true), (.infinity, true), (.nan, true)])
    func `A list is old after a day, and when it is from the future`(_ seconds: Double, _ isOld: Bool) {
        #expect(LibraryStoreRig.list("x", asked: 1000).isOld(at: 1000 + seconds) == isOld)
    }

    @Test func `Whether a list may be kept is known at once, after the library has been opened`() throws {
        let rig = LibraryStoreRig()
        let first = rig.store()
        #expect(first.mayHaveList(of: try LibraryStoreRig.month(5, 12)))
        #expect(first.months(of: try LibraryStoreRig.url("immich+https://a.example/")) == nil)
        #expect(!first.mayHaveList(of: try LibraryStoreRig.month(5, 12)))
        first.keep(LibraryStoreRig.list("x"), of: try LibraryStoreRig.month(5, 12))
        #expect(first.mayHaveList(of: try LibraryStoreRig.month(5, 12)))
        #expect(!first.mayHaveList(of: try LibraryStoreRig.month(5, 13)))
        let second = rig.store()
        _ = second.months(of: try LibraryStoreRig.url("immich+https://a.example/"))
        #expect(second.mayHaveList(of: try LibraryStoreRig.month(5, 12)))
        #expect(!second.mayHaveList(of: try LibraryStoreRig.month(4, 1)))
        #expect(second.list(of: try LibraryStoreRig.month(5, 12)) == LibraryStoreRig.list("x"))
        _ = second.removeAll()
        #expect(second.list(of: try LibraryStoreRig.month(5, 12)) == nil)
    }

    @Test func `Beyond the budget, the lists that were used the longest time ago go`() throws {
        let rig = LibraryStoreRig(budget: 100_000)
        var generator = SeededGenerator(seed: 7)
        // Cannot be compressed.
        let body = Data((0..<20_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
        for number in 1...4 {
            rig.clock.value = number * 10_000
            rig.store().keep(KeptList(body: body, asked: 0), of: try LibraryStoreRig.month(number, 1))
        }
        rig.clock.value = 50_000
        #expect(rig.store().list(of: try LibraryStoreRig.month(1, 1))?.body == body)
        rig.clock.value = 60_000
        rig.store().keep(KeptList(body: body, asked: 0), of: try LibraryStoreRig.month(5, 1))
        let kept = try (1...5).map { rig.store().list(of: try LibraryStoreRig.month($0, 1)) != nil }
        #expect(kept == [true, false, true, true, true])
        // One that would evict most others is not kept at all.
        let large = Data((0..<60_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
        rig.store().keep(KeptList(body: large, asked: 0), of: try LibraryStoreRig.month(6, 1))
        #expect(rig.store().list(of: try LibraryStoreRig.month(6, 1)) == nil)
        #expect(rig.store().list(of: try LibraryStoreRig.month(5, 1)) != nil)
    }

    @Test func `Lists of as many bytes as the budget has stay; with one byte less, the oldest goes`() throws {
        var generator = SeededGenerator(seed: 8)
        let bodies = (0..<4).map { _ in Data((0..<5000).map { _ in UInt8.random(in: 0...255, using: &generator) }) }
        let sum = try bodies.map { try #require(PackedData($0)).bytes.count }.reduce(0, +)
        for excess in 0...1 {
            let rig = LibraryStoreRig(budget: sum - excess)
            for (number, body) in bodies.enumerated() {
                rig.clock.value = number * 10_000
                rig.store().keep(KeptList(body: body, asked: 0), of: try LibraryStoreRig.month(number + 1, 1))
            }
            let kept = try (1...4).map { rig.store().list(of: try LibraryStoreRig.month($0, 1)) != nil }
            #expect(kept == [excess == 0, true, true, true])
        }
    }

    @Test func `Only so many libraries are kept, those that were opened last`() throws {
        let rig = LibraryStoreRig()
        let store = rig.store()
        for number in 0...LibraryStore.mostLibraries {
            if number == LibraryStore.mostLibraries {
                #expect(store.months(of: try LibraryStoreRig.url("immich+https://0.example/")) != nil)
            }
            rig.clock.value = number
            let address = try LibraryStoreRig.url("immich+https://\(number).example/")
            store.keep(LibraryMonths(.immich, [try LibraryStoreRig.month(1, 1)]), of: address)
        }
        #expect(store.months(of: try LibraryStoreRig.url("immich+https://0.example/")) == nil)
        #expect(store.months(of: try LibraryStoreRig.url("immich+https://1.example/")) != nil)
    }

    @Test func `Only its owner may read it`() throws {
        let rig = LibraryStoreRig()
        let store = rig.store()
        store.keep(LibraryStoreRig.list("x"), of: try LibraryStoreRig.month(5, 12))
        #expect(try rig.rights(rig.folder) == 0o700)
        for name in try FileManager.default.contentsOfDirectory(atPath: rig.folder.path) {
            #expect(try rig.rights(rig.folder.appendingPathComponent(name)) == 0o600, "\(name)")
        }
    }

    @Test func `What is kept from a server is removed with its key, from the file as well`() throws {
        let rig = LibraryStoreRig()
        let store = rig.store()
        for server in ["a", "b"] {
            let months = LibraryMonths(.immich, [try LibraryStoreRig.month(5, 12, server: server)])
            store.keep(months, of: try LibraryStoreRig.url("immich+https://\(server).example/?album=1&name=Holiday"))
            store.keep(LibraryStoreRig.list("list of \(server)"), of: months.months[0])
        }
        let servers = try ["a", "b"].map { try #require(WebServer(try LibraryStoreRig.url("https://\($0).example"))) }
        #expect(store.servers == Set(servers))
        _ = store.removeAll(from: [servers[0]])
        #expect(store.servers == [servers[1]])
        #expect(store.list(of: try LibraryStoreRig.month(5, 12, server: "a")) == nil)
        #expect(store.list(of: try LibraryStoreRig.month(5, 12, server: "b")) != nil)
        for name in try FileManager.default.contentsOfDirectory(atPath: rig.folder.path) {
            let bytes = try Data(contentsOf: rig.folder.appendingPathComponent(name))
            #expect(bytes.range(of: Data("a.example".utf8)) == nil, "\(name)")
        }
        #expect(store.removeAll() > 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: rig.folder.path).isEmpty)
        #expect(store.servers.isEmpty)
    }

    @Test func `A page is removed with the server at its address, and with the one to which that leads`() throws {
        let address = try LibraryStoreRig.url("http://b.example/photos/")
        for server in ["http://b.example", "https://a.example"] {
            let store = LibraryStoreRig().store()
            store.keep(try LibraryStoreRig.page("x"), at: address)
            #expect(store.servers.count == 2)
            let theirs = try #require(WebServer(try LibraryStoreRig.url(server)))
            #expect(store.servers.contains(theirs))
            _ = store.removeAll(from: [theirs])
            #expect(store.page(at: address) == nil)
        }
    }

    @Test func `What was asked for before a person has something removed is not kept afterwards`() throws {
        let store = LibraryStoreRig().store()
        let months = LibraryMonths(.immich, [try LibraryStoreRig.month(5, 12)])
        let library = try LibraryStoreRig.url("immich+https://a.example/")
        let server = try #require(WebServer(try LibraryStoreRig.url("https://a.example")))
        for isAll in [true, false] {
            let before = store.removals
            _ = isAll ? store.removeAll() : store.removeAll(from: [server])
            store.keep(months, of: library, since: before)
            store.keep(LibraryStoreRig.list("x"), of: months.months[0], since: before)
            let folder = try LibraryStoreRig.url("https://a.example/photos/")
            store.keep(try LibraryStoreRig.page("x"), at: folder, since: before)
            #expect(store.servers.isEmpty)
        }
        store.keep(LibraryStoreRig.list("x"), of: months.months[0])
        #expect(store.servers == [server])
    }

    @Test func `What a folder lists is kept until it lists something else, or is gone`() throws {
        let rig = LibraryStoreRig()
        let address = try LibraryStoreRig.url("https://a.example/photos/")
        #expect(rig.store().page(at: address) == nil)
        let untyped = KeptPage(
            list: LibraryStoreRig.list("one"), url: try LibraryStoreRig.url("https://a.example/x/"), contentType: nil)
        for page in [try LibraryStoreRig.page("one"), untyped, try LibraryStoreRig.page("")] {
            rig.store().keep(page, at: address)
            #expect(rig.store().page(at: address) == page)
        }
        #expect(rig.store().page(at: try LibraryStoreRig.url("https://a.example/photos")) == nil)
        let server = try #require(WebServer(address))
        #expect(rig.store().servers == [server])
        rig.store().removePage(at: address)
        #expect(rig.store().page(at: address) == nil)
        rig.store().keep(untyped, at: address)
        _ = rig.store().removeAll(from: [server])
        #expect(rig.store().page(at: address) == nil)
        // Neither asked for with a password, nor redirected to one.
        let secret = try LibraryStoreRig.url("https://anna:secret@a.example/photos/")
        rig.store().keep(untyped, at: secret)
        rig.store().keep(KeptPage(list: LibraryStoreRig.list("one"), url: secret, contentType: nil), at: address)
        #expect(rig.store().page(at: secret) == nil && rig.store().page(at: address) == nil)
    }

    @Test func `Folders and lists share the budget: what was used the longest time ago goes`() throws {
        let rig = LibraryStoreRig(budget: 100_000)
        var generator = SeededGenerator(seed: 9)
        let noise = Data((0..<20_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
        let address = { (number: Int) in try LibraryStoreRig.url("https://a.example/\(number)/") }
        for number in 1...6 {
            rig.clock.value = number * 10_000
            if number % 2 == 0 {
                rig.store().keep(KeptList(body: noise, asked: 0), of: try LibraryStoreRig.month(number, 1))
            } else {
                let list = KeptList(body: noise, asked: 0)
                let page = KeptPage(list: list, url: try address(number), contentType: nil)
                rig.store().keep(page, at: page.url)
            }
        }
        let kept = try (1...6).map { number in
            number % 2 == 0
                ? rig.store().list(of: try LibraryStoreRig.month(number, 1)) != nil
                : rig.store().page(at: try address(number)) != nil
        }
        #expect(kept == [false, false, true, true, true, true])
    }

    @Test func `An address with a password is never written`() throws {
        let rig = LibraryStoreRig()
        let store = rig.store()
        let address = try LibraryStoreRig.url("https://anna:secret@a.example/api/timeline/bucket")
        let month = LibraryMonths.Month(month: nil, count: 1, address: address)
        store.keep(LibraryStoreRig.list("x"), of: month)
        store.keep(LibraryMonths(.immich, [month]), of: address)
        store.keep(LibraryMonths(.immich, [month]), of: try LibraryStoreRig.url("immich+https://a.example/"))
        #expect(store.list(of: month) == nil)
        for name in try FileManager.default.contentsOfDirectory(atPath: rig.folder.path) {
            let bytes = try Data(contentsOf: rig.folder.appendingPathComponent(name))
            #expect(bytes.range(of: Data("secret".utf8)) == nil, "\(name)")
        }
    }

    @Test func `Several processes may use it at once`() async throws {
        let rig = LibraryStoreRig()
        let stores = (0..<4).map { _ in rig.store() }
        let months = try (1...12).map { try LibraryStoreRig.month($0, $0) }
        await withTaskGroup(of: Void.self) { group in
            for (number, store) in stores.enumerated() {
                group.addTask {
                    for round in 0..<10 {
                        for month in months { store.keep(LibraryStoreRig.list("\(number) \(round)"), of: month) }
                        for month in months { _ = store.list(of: month) }
                    }
                }
            }
        }
        for month in months { #expect(rig.store().list(of: month) != nil) }
    }
}
