import CSQLite
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

extension LibraryStore {
    fileprivate func keep(_ months: LibraryMonths, of address: URL) { keep(months, of: address, since: removals) }
    fileprivate func keep(_ list: KeptList, of month: LibraryMonths.Month) { keep(list, of: month, since: removals) }
    fileprivate func keep(_ page: KeptPage, at address: URL) { keep(page, at: address, since: removals) }
}

@Suite("What is known of libraries, on disk")
struct LibraryStoreTests {
    private final class Clock: Sendable {
        private let seconds = Atomic(0)
        var value: Int {
            get { seconds.load(ordering: .relaxed) }
            set { seconds.store(newValue, ordering: .relaxed) }
        }
    }

    /// A folder of its own, and what is kept there.
    private final class Rig {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "classic-photos-libraries-\(UUID().uuidString)")
        let clock = Clock()
        let budget: Int

        init(budget: Int = LibraryStore.defaultBudget) { self.budget = budget }

        deinit { try? FileManager.default.removeItem(at: folder) }

        var file: URL { folder.appendingPathComponent("libraries.sqlite") }

        /// As another start of the program has it.
        func store() -> LibraryStore {
            LibraryStore(in: folder.filePath, budget: budget, now: { [clock] in Double(clock.value) })
        }

        func rights(_ file: URL) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        }
    }

    private static func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    private static func month(_ number: Int, _ count: Int, server: String = "a") throws -> LibraryMonths.Month {
        LibraryMonths.Month(
            month: TimelineMonth(year: 2024, month: number), count: count,
            address: try url("https://\(server).example/api/timeline/bucket?timeBucket=2024-\(number)"))
    }

    private static func list(_ text: String, asked: Double = 5) -> KeptList {
        KeptList(body: Data(text.utf8), asked: asked)
    }

    @Test func `The next start knows the months of each library`() throws {
        let rig = Rig()
        let address = try Self.url("immich+https://a.example/")
        let dateless = LibraryMonths.Month(month: nil, count: 3, address: try Self.url("https://a.example/none"))
        let months = LibraryMonths(.immich, [try Self.month(5, 12), try Self.month(4, 70_000), dateless])
        #expect(rig.store().months(of: address) == nil)
        rig.store().keep(months, of: address)
        #expect(rig.store().months(of: address) == months)
        #expect(rig.store().months(of: try Self.url("immich+https://b.example/")) == nil)
        let fewer = LibraryMonths(.immich, [try Self.month(4, 1)])
        rig.store().keep(fewer, of: address)
        #expect(rig.store().months(of: address) == fewer)
        rig.store().keep(LibraryMonths(.immich, []), of: address)
        #expect(rig.store().months(of: address) == nil)
    }

    @Test func `A list is kept until its server tells another count`() throws {
        let rig = Rig()
        let text = String(repeating: #"{"id": "0001", "fileCreatedAt": "2024-05-01"},"#, count: 5000)
        rig.store().keep(Self.list(text), of: try Self.month(5, 12))
        #expect(rig.store().list(of: try Self.month(5, 12)) == Self.list(text))
        #expect(rig.store().list(of: try Self.month(5, 13)) == nil)
        #expect(rig.store().list(of: try Self.month(4, 12)) == nil)
        // Packed: a third, at most.
        let size = try #require(try rig.file.resourceValues(forKeys: [.fileSizeKey]).fileSize)
        #expect(size < text.utf8.count / 2)
        rig.store().keep(Self.list("", asked: 9), of: try Self.month(5, 13))
        #expect(rig.store().list(of: try Self.month(5, 13)) == Self.list("", asked: 9))
        #expect(rig.store().list(of: try Self.month(5, 12)) == nil)
    }

    @Test(arguments: [(0.0, false), (86_399, false), (86_400, true), (-1, true), (.infinity, true), (.nan, true)])
    func `A list is old after a day, and when it is from the future`(_ seconds: Double, _ isOld: Bool) {
        #expect(Self.list("x", asked: 1000).isOld(at: 1000 + seconds) == isOld)
    }

    @Test func `Whether a list may be kept is known at once, after the library has been opened`() throws {
        let rig = Rig()
        let first = rig.store()
        #expect(first.mayHaveList(of: try Self.month(5, 12)))
        #expect(first.months(of: try Self.url("immich+https://a.example/")) == nil)
        #expect(!first.mayHaveList(of: try Self.month(5, 12)))
        first.keep(Self.list("x"), of: try Self.month(5, 12))
        #expect(first.mayHaveList(of: try Self.month(5, 12)))
        #expect(!first.mayHaveList(of: try Self.month(5, 13)))
        let second = rig.store()
        _ = second.months(of: try Self.url("immich+https://a.example/"))
        #expect(second.mayHaveList(of: try Self.month(5, 12)))
        #expect(!second.mayHaveList(of: try Self.month(4, 1)))
        #expect(second.list(of: try Self.month(5, 12)) == Self.list("x"))
        _ = second.removeAll()
        #expect(second.list(of: try Self.month(5, 12)) == nil)
    }

    @Test func `Beyond the budget, the lists that were used the longest time ago go`() throws {
        let rig = Rig(budget: 100_000)
        var generator = SeededGenerator(seed: 7)
        // Cannot be compressed.
        let body = Data((0..<20_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
        for number in 1...4 {
            rig.clock.value = number * 10_000
            rig.store().keep(KeptList(body: body, asked: 0), of: try Self.month(number, 1))
        }
        rig.clock.value = 50_000
        #expect(rig.store().list(of: try Self.month(1, 1))?.body == body)
        rig.clock.value = 60_000
        rig.store().keep(KeptList(body: body, asked: 0), of: try Self.month(5, 1))
        let kept = try (1...5).map { rig.store().list(of: try Self.month($0, 1)) != nil }
        #expect(kept == [true, false, true, true, true])
        // One that would evict most others is not kept at all.
        let large = Data((0..<60_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
        rig.store().keep(KeptList(body: large, asked: 0), of: try Self.month(6, 1))
        #expect(rig.store().list(of: try Self.month(6, 1)) == nil)
        #expect(rig.store().list(of: try Self.month(5, 1)) != nil)
    }

    @Test func `Only so many libraries are kept, those that were opened last`() throws {
        let rig = Rig()
        let store = rig.store()
        for number in 0...LibraryStore.mostLibraries {
            rig.clock.value = number
            let address = try Self.url("immich+https://\(number).example/")
            store.keep(LibraryMonths(.immich, [try Self.month(1, 1)]), of: address)
        }
        #expect(store.months(of: try Self.url("immich+https://0.example/")) == nil)
        #expect(store.months(of: try Self.url("immich+https://1.example/")) != nil)
    }

    @Test(arguments: ["9223372036854775807", "-9223372036854775808", "-1", "1e300", "'many'", "NULL", "x'00'"])
    func `Whatever size a file states for a list, the next one is kept`(_ size: String) throws {
        let rig = Rig(budget: 1 << 20)
        let months = try (1...4).map { try Self.month($0, $0) }
        let store = rig.store()
        for month in months.prefix(3) { store.keep(Self.list("an old list"), of: month) }
        // A column without NULL refuses it.
        try? SQLiteConnection(rig.file.filePath).execute("UPDATE list SET size = \(size)")
        store.keep(Self.list("a new list"), of: months[3])
        #expect(store.list(of: months[3])?.body == Data("a new list".utf8))
    }

    @Test func `A file that is damaged anywhere costs what it holds, and no more`() throws {
        var generator = SeededGenerator(seed: 11)
        for round in 0..<60 {
            let rig = Rig()
            let address = try Self.url("immich+https://a.example/")
            let months = LibraryMonths(.immich, try (1...12).map { try Self.month($0, $0) })
            let text = String(repeating: "a list ", count: 2000)
            do {
                let store = rig.store()
                store.keep(months, of: address)
                for month in months.months { store.keep(Self.list(text), of: month) }
                store.keep(try Self.page(text), at: try Self.url("https://a.example/photos/"))
                store.waitUntilChecked()
            }
            var bytes = try Data(contentsOf: rig.file)
            // Cut short, a page of noise, or single bits.
            switch round % 3 {
            case 0: bytes = bytes.prefix(Int.random(in: 0..<bytes.count, using: &generator))
            case 1:
                let start = Int.random(in: 0..<bytes.count / 4096, using: &generator) * 4096
                for index in start..<min(bytes.count, start + 4096) {
                    bytes[index] = UInt8.random(in: 0...255, using: &generator)
                }
            default:
                for _ in 0..<40 { bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^= 0x10 }
            }
            try bytes.write(to: rig.file)
            let store = rig.store()
            if let told = store.months(of: address) {
                for month in told.months { #expect(month.count >= 0 && month.count <= TimelineSections.mostInMonth) }
            }
            for month in months.months {
                // A checksum guards each list.
                if let list = store.list(of: month) { #expect(list.body == Data(text.utf8)) }
            }
            let page = store.page(at: try Self.url("https://a.example/photos/"))
            #expect(page == nil || page?.list.body == Data(text.utf8))
            // It can be used again, at the latest after the search for damage and a use that meets some.
            store.waitUntilChecked()
            for _ in 0..<3 {
                store.keep(months, of: address)
                store.keep(Self.list("new"), of: months.months[3])
            }
            #expect(store.months(of: address) == months, "round \(round)")
            #expect(store.list(of: months.months[3])?.body == Data("new".utf8), "round \(round)")
        }
    }

    @Test func `A head that makes the file one to be read only costs what it holds, and no more`() throws {
        // The format's versions for writing and for reading: https://www.sqlite.org/fileformat2.html, 1.3.3.
        for (writing, reading) in [(9, 2), (9, 9), (0, 0), (255, 1)] as [(UInt8, UInt8)] {
            let rig = Rig()
            let month = try Self.month(5, 12)
            do {
                let store = rig.store()
                store.keep(Self.list("x"), of: month)
                store.waitUntilChecked()
            }
            var bytes = try Data(contentsOf: rig.file)
            (bytes[18], bytes[19]) = (writing, reading)
            try bytes.write(to: rig.file)
            let store = rig.store()
            for _ in 0..<3 { store.keep(Self.list("new"), of: month) }
            #expect(store.list(of: month) == Self.list("new"))
        }
    }

    @Test func `A file of another version, or of another program, is replaced`() throws {
        for statements in [
            "PRAGMA application_id = 1349022580; PRAGMA user_version = 9; CREATE TABLE other (x)",
            "PRAGMA application_id = 7; CREATE TABLE library (x)",
        ] {
            let rig = Rig()
            try FileManager.default.createDirectory(at: rig.folder, withIntermediateDirectories: true)
            do { try SQLiteConnection(rig.file.filePath).execute(statements) }
            let months = LibraryMonths(.immich, [try Self.month(5, 12)])
            let address = try Self.url("immich+https://a.example/")
            let store = rig.store()
            for _ in 0..<2 { store.keep(months, of: address) }
            #expect(rig.store().months(of: address) == months)
        }
    }

    @Test func `A folder that cannot be written to keeps nothing, and fails nothing`() throws {
        for folder in ["/proc/nowhere", "/dev/null/x"] {
            let store = LibraryStore(in: FilePath(folder))
            let address = try Self.url("immich+https://a.example/")
            store.keep(LibraryMonths(.immich, [try Self.month(5, 12)]), of: address)
            store.keep(Self.list("x"), of: try Self.month(5, 12))
            #expect(store.months(of: address) == nil)
            #expect(store.list(of: try Self.month(5, 12)) == nil)
            #expect(store.removeAll() == 0)
            #expect(store.removeAll(from: []) == 0)
            #expect(store.servers.isEmpty)
        }
    }

    @Test func `Only its owner may read it`() throws {
        let rig = Rig()
        let store = rig.store()
        store.keep(Self.list("x"), of: try Self.month(5, 12))
        #expect(try rig.rights(rig.folder) == 0o700)
        for name in try FileManager.default.contentsOfDirectory(atPath: rig.folder.path) {
            #expect(try rig.rights(rig.folder.appendingPathComponent(name)) == 0o600, "\(name)")
        }
    }

    @Test func `What is kept from a server is removed with its key, from the file as well`() throws {
        let rig = Rig()
        let store = rig.store()
        for server in ["a", "b"] {
            let months = LibraryMonths(.immich, [try Self.month(5, 12, server: server)])
            store.keep(months, of: try Self.url("immich+https://\(server).example/?album=1&name=Holiday"))
            store.keep(Self.list("list of \(server)"), of: months.months[0])
        }
        let servers = try ["a", "b"].map { try #require(WebServer(try Self.url("https://\($0).example"))) }
        #expect(store.servers == Set(servers))
        _ = store.removeAll(from: [servers[0]])
        #expect(store.servers == [servers[1]])
        #expect(store.list(of: try Self.month(5, 12, server: "a")) == nil)
        #expect(store.list(of: try Self.month(5, 12, server: "b")) != nil)
        for name in try FileManager.default.contentsOfDirectory(atPath: rig.folder.path) {
            let bytes = try Data(contentsOf: rig.folder.appendingPathComponent(name))
            #expect(bytes.range(of: Data("a.example".utf8)) == nil, "\(name)")
        }
        #expect(store.removeAll() > 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: rig.folder.path).isEmpty)
        #expect(store.servers.isEmpty)
    }

    @Test func `What was asked for before a person has something removed is not kept afterwards`() throws {
        let store = Rig().store()
        let months = LibraryMonths(.immich, [try Self.month(5, 12)])
        let library = try Self.url("immich+https://a.example/")
        let server = try #require(WebServer(try Self.url("https://a.example")))
        for isAll in [true, false] {
            let before = store.removals
            _ = isAll ? store.removeAll() : store.removeAll(from: [server])
            store.keep(months, of: library, since: before)
            store.keep(Self.list("x"), of: months.months[0], since: before)
            store.keep(try Self.page("x"), at: try Self.url("https://a.example/photos/"), since: before)
            #expect(store.servers.isEmpty)
        }
        store.keep(Self.list("x"), of: months.months[0])
        #expect(store.servers == [server])
    }

    private static func page(_ text: String) throws -> KeptPage {
        KeptPage(list: list(text), url: try url("https://a.example/photos/"), contentType: "application/xml")
    }

    @Test func `What a folder lists is kept until it lists something else, or is gone`() throws {
        let rig = Rig()
        let address = try Self.url("https://a.example/photos/")
        #expect(rig.store().page(at: address) == nil)
        let untyped = KeptPage(list: Self.list("one"), url: try Self.url("https://a.example/x/"), contentType: nil)
        for page in [try Self.page("one"), untyped, try Self.page("")] {
            rig.store().keep(page, at: address)
            #expect(rig.store().page(at: address) == page)
        }
        #expect(rig.store().page(at: try Self.url("https://a.example/photos")) == nil)
        let server = try #require(WebServer(address))
        #expect(rig.store().servers == [server])
        rig.store().removePage(at: address)
        #expect(rig.store().page(at: address) == nil)
        rig.store().keep(untyped, at: address)
        _ = rig.store().removeAll(from: [server])
        #expect(rig.store().page(at: address) == nil)
        // Neither asked for with a password, nor redirected to one.
        let secret = try Self.url("https://anna:secret@a.example/photos/")
        rig.store().keep(untyped, at: secret)
        rig.store().keep(KeptPage(list: Self.list("one"), url: secret, contentType: nil), at: address)
        #expect(rig.store().page(at: secret) == nil && rig.store().page(at: address) == nil)
    }

    @Test func `Folders and lists share the budget: what was used the longest time ago goes`() throws {
        let rig = Rig(budget: 100_000)
        var generator = SeededGenerator(seed: 9)
        let noise = Data((0..<20_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
        let address = { (number: Int) in try Self.url("https://a.example/\(number)/") }
        for number in 1...6 {
            rig.clock.value = number * 10_000
            if number % 2 == 0 {
                rig.store().keep(KeptList(body: noise, asked: 0), of: try Self.month(number, 1))
            } else {
                let list = KeptList(body: noise, asked: 0)
                let page = KeptPage(list: list, url: try address(number), contentType: nil)
                rig.store().keep(page, at: page.url)
            }
        }
        let kept = try (1...6).map { number in
            number % 2 == 0
                ? rig.store().list(of: try Self.month(number, 1)) != nil
                : rig.store().page(at: try address(number)) != nil
        }
        #expect(kept == [false, false, true, true, true, true])
    }

    @Test func `An address with a password is never written`() throws {
        let rig = Rig()
        let store = rig.store()
        let address = try Self.url("https://anna:secret@a.example/api/timeline/bucket")
        let month = LibraryMonths.Month(month: nil, count: 1, address: address)
        store.keep(Self.list("x"), of: month)
        store.keep(LibraryMonths(.immich, [month]), of: address)
        store.keep(LibraryMonths(.immich, [month]), of: try Self.url("immich+https://a.example/"))
        #expect(store.list(of: month) == nil)
        for name in try FileManager.default.contentsOfDirectory(atPath: rig.folder.path) {
            let bytes = try Data(contentsOf: rig.folder.appendingPathComponent(name))
            #expect(bytes.range(of: Data("secret".utf8)) == nil, "\(name)")
        }
    }

    @Test func `Several processes may use it at once`() async throws {
        let rig = Rig()
        let stores = (0..<4).map { _ in rig.store() }
        let months = try (1...12).map { try Self.month($0, $0) }
        await withTaskGroup(of: Void.self) { group in
            for (number, store) in stores.enumerated() {
                group.addTask {
                    for round in 0..<10 {
                        for month in months { store.keep(Self.list("\(number) \(round)"), of: month) }
                        for month in months { _ = store.list(of: month) }
                    }
                }
            }
        }
        for month in months { #expect(rig.store().list(of: month) != nil) }
    }
}
