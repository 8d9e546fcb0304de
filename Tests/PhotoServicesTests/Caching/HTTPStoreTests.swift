import Foundation
@testable import PhotoCore
@testable import PhotoServices
import Testing
import TestSupport

@Suite("Replies on disk")
struct HTTPStoreTests {
    private static func folder() -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("classic-photos-store-\(UUID().uuidString)")
    }

    private static func url(_ name: String) throws -> URL { try #require(URL(string: "http://host/\(name)")) }

    private static func reply(_ name: String, _ body: Data, isWhole: Bool = true) throws -> StoredReply {
        let url = try url(name)
        let head = ReplyHead(
            status: 200, fields: ["etag": "\"\(name)\"", "cache-control": "max-age=60"], url: url, times: 1...2)
        return StoredReply(
            head: StoredHead(head, to: url, totalByteCount: body.count), body: body, isWhole: isWhole)
    }

    private static func files(_ folder: URL) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    }

    @Test func `What is kept comes back, also to another process's store`() throws {
        let folder = Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = HTTPStore(folder: folder)
        #expect(store.reply(for: try Self.url("a")) == nil)
        let reply = try Self.reply("a", Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0) }), isWhole: false)
        store.keep(reply)
        #expect(HTTPStore(folder: folder).reply(for: try Self.url("a")) == reply)
        #expect(store.reply(for: try Self.url("b")) == nil)
        store.remove(try Self.url("a"))
        #expect(try Self.files(folder) == [])
    }

    @Test(.enabled(if: SmallDisk.canBeMade))
    func `A file of any size is none of the store's, is counted, and goes`() throws {
        let disk = try SmallDisk(byteCount: 1 << 20)
        let folder = URL(fileURLWithPath: disk.path).appendingPathComponent("http")
        let store = HTTPStore(folder: folder)
        func makeHuge() throws {
            for file in try ["a", "b"].map({ store.file(of: try Self.url($0)) }) {
                for path in [file.path, file.path + ".stream", file.path + ".part", file.path + ".sums"] {
                    #expect(FileManager.default.createFile(atPath: path, contents: nil))
                    #expect(truncate(path, .max) == 0)
                }
            }
        }
        store.keep(try Self.reply("c", Data([1])))
        try makeHuge()
        #expect(store.reply(for: try Self.url("a")) == nil)
        #expect(store.openBody(of: try Self.url("a")) == nil)
        #expect(store.removeAll(from: []) > 1 << 40)
        #expect(store.reply(for: try Self.url("c")) != nil)
        try makeHuge()
        #expect(store.removeAll() > 1 << 40)
        try makeHuge()
        // Counts the files, and makes room.
        store.added(1)
        #expect(try Self.files(folder) == [])
    }

    @Test(arguments: [false, true])
    func `What is longer than an eighth of the budget is kept up to its half, and takes nothing older away`(
        isWhole: Bool
    ) throws {
        let folder = Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = HTTPStore(folder: folder, budget: 1 << 20)
        let url = try Self.url("a")
        store.keep(try Self.reply("a", Data([1])))
        let body = Data((0..<1 << 19).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 9) })
        let reply = try Self.reply("a", body, isWhole: isWhole)
        store.keep(reply)
        let (whole, part) = (store.streamedReply(for: url, limit: .max), store.partialReply(for: url, limit: .max))
        #expect((isWhole ? whole : part?.reply) == reply)
        // Only a whole reply stands for its older one.
        #expect((store.reply(for: url) == nil) == isWhole)
        store.keep(try Self.reply("a", body + [1], isWhole: isWhole))
        #expect(isWhole == (store.openBody(of: url) == nil))
    }

    @Test func `Nobody else may read it`() throws {
        let folder = Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        HTTPStore(folder: folder).keep(try Self.reply("a", Data([1])))
        for url in try [folder] + Self.files(folder) {
            let mode = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
            #expect(mode.map { $0 & 0o077 } == 0)
        }
    }

    @Test func `A file cut at any byte, or with any byte spoilt, counts as not there`() throws {
        let whole = try #require(try Self.reply("a", Data((0..<300).map { UInt8(truncatingIfNeeded: $0) })).fileBytes)
        #expect(StoredReply(fileBytes: whole) != nil)
        for count in 0..<whole.count {
            #expect(StoredReply(fileBytes: whole.prefix(count)) == nil)
            // A possible result of a crash in some file systems: the right length, and zeros from some byte on.
            #expect(
                StoredReply(fileBytes: whole.prefix(count) + Data(count: whole.count - count)) == nil
                    || count == whole.count)
            var spoilt = whole
            spoilt[count] ^= 0x10
            #expect(StoredReply(fileBytes: spoilt) == nil)
        }
        #expect(StoredReply(fileBytes: whole + [0]) == nil)
    }

    @Test func `A spoilt file is removed, and another URL's is not believed`() throws {
        let folder = Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = HTTPStore(folder: folder)
        store.keep(try Self.reply("a", Data([1, 2, 3])))
        let file = try #require(try Self.files(folder).first)
        let other = try #require(try Self.reply("b", Data([4])).fileBytes)
        try other.write(to: file)
        #expect(store.reply(for: try Self.url("a")) == nil)
        #expect(try Self.files(folder) == [])
    }

    @Test func `A program that is killed while it renews a head leaves the old one or the new one`() throws {
        let folder = Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = HTTPStore(folder: folder)
        let (url, body) = (try Self.url("a"), Data((0..<100).map { UInt8($0) }))
        var head = try Self.reply("a", body).head
        let writer = try #require(StoredStreamWriter(url, head, in: store))
        writer.append(body)
        writer.finish(head)
        let (file, torn) = (store.streamFile(of: url), folder.appendingPathComponent("torn"))
        for age in [1, 30, 100_000, 100_001, 10] {
            let before = try Data(contentsOf: file)
            let reply = ReplyHead(status: 304, fields: ["cache-control": "max-age=\(age)"], url: url, times: 3...4)
            let renewed = head.freshened(by: reply)
            try #require(store.openStream(of: url)).renew(renewed)
            let after = try Data(contentsOf: file)
            // Longer than the first, while the second is valid.
            let fits = age != 100_001
            #expect((after != before) == fits)
            #expect(store.openStream(of: url)?.head == (fits ? renewed : head))
            // All is written but the start, or nothing but a part of the description.
            for written in [after.count, min(after.count, before.count + 10)] {
                let bytes = before.prefix(40) + after.prefix(written).dropFirst(40) + before.dropFirst(written)
                try bytes.write(to: torn)
                let reader = try #require(StoredStreamReader(torn, of: url))
                #expect(reader.head == head && reader.all() == body)
            }
            if fits { head = renewed }
        }
    }

    @Test func `As many bytes stay as the budget has; with a byte less, something goes`() throws {
        /// Keeps ten replies; returns their files' sizes.
        func sizes(budget: Int) throws -> [Int] {
            let folder = Self.folder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let store = HTTPStore(folder: folder, budget: budget)
            for number in 0..<10 { store.keep(try Self.reply("\(number)", Data(count: 10_000))) }
            return try Self.files(folder).map { file in
                var status = stat()
                return stat(file.path, &status) == 0 ? Int(status.st_size) : 0
            }
        }
        let all = try sizes(budget: HTTPStore.defaultBudget)
        let sum = all.reduce(0, +)
        #expect(all.count == 10)
        #expect(try sizes(budget: sum).count == 10)
        #expect(try sizes(budget: sum - 1).count < 10)
    }

    @Test func `What was used longest ago goes when the budget is full`() throws {
        let folder = Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = HTTPStore(folder: folder, budget: 100_000)
        for number in 0..<8 {
            store.keep(try Self.reply("\(number)", Data(count: 10_000)))
            // An order for which the file system's clock may be too coarse.
            for file in try Self.files(folder) {
                var times = [timespec(), timespec()]
                var status = stat()
                stat(file.path, &status)
                times[0] = status.st_mtim
                times[1] = timespec(tv_sec: status.st_mtim.tv_sec - 10, tv_nsec: 0)
                utimensat(AT_FDCWD, file.path, times, 0)
            }
        }
        // 0 is used again; then the limit is exceeded.
        #expect(store.reply(for: try Self.url("0")) != nil)
        store.keep(try Self.reply("8", Data(count: 10_000)))
        store.keep(try Self.reply("9", Data(count: 10_000)))
        #expect(store.reply(for: try Self.url("0")) != nil)
        #expect(store.reply(for: try Self.url("9")) != nil)
        #expect(store.reply(for: try Self.url("1")) == nil)
        // Too large for the store, it replaces nothing but its own previous version.
        store.keep(try Self.reply("9", Data(count: 50_001)))
        #expect(store.reply(for: try Self.url("9")) == nil)
        #expect(store.reply(for: try Self.url("0")) != nil)
    }

    /// Keeps a reply in each of the store's forms.
    private static func keepAll(_ name: String, hadLogin: Bool, in store: HTTPStore, from server: String) throws {
        for form in 0..<4 {
            let url = try #require(URL(string: "http://\(server)/\(name)/\(form)"))
            let reply = ReplyHead(
                status: 200, fields: ["etag": "\"x\""], url: url, times: 1...2, hadLogin: hadLogin && form == 3)
            let head = StoredHead(reply, to: url, totalByteCount: 100)
            switch form {
            case 0: store.keep(StoredReply(head: head, body: Data(count: 100), isWhole: true))
            case 1: store.keep(Data(count: 10), at: 20..<30, of: head)
            default:
                let writer = try #require(StoredStreamWriter(url, head, in: store))
                writer.append(Data(count: 100))
                if form == 2 { writer.finish(head) } else { writer.leave() }
            }
        }
    }

    @Test func `Everything goes that came from the named servers, and those that wanted a password are known`() throws {
        let folder = Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = HTTPStore(folder: folder)
        try Self.keepAll("open", hadLogin: false, in: store, from: "open.example")
        let open = try Self.files(folder).map(\.lastPathComponent)
        #expect(open.count == 5)
        try Self.keepAll("secret", hadLogin: true, in: store, from: "secret.example:8080")
        try Self.keepAll("named", hadLogin: false, in: store, from: "named.example")
        let all = try Self.files(folder)
        #expect(all.count == 15)
        let before = try all.reduce(0) { try $0 + Data(contentsOf: $1).count }
        #expect(store.protectedServers == [WebServer(host: "secret.example", port: 8080)])
        let servers = store.protectedServers.union([WebServer(host: "named.example", port: 80)])
        let freed = store.removeAll(from: SignOutScope(servers))
        #expect(Set(try Self.files(folder).map(\.lastPathComponent)) == Set(open))
        #expect(try Self.files(folder).reduce(0) { try $0 + Data(contentsOf: $1).count } == before - freed)
        #expect(store.removeAll() == before - freed)
        #expect(try Self.files(folder) == [])
        #expect(store.removeAll() == 0)
    }

    @Test func `A photo of a public server that redirects to one with a password goes, too`() throws {
        let folder = Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = HTTPStore(folder: folder)
        let url = try Self.url("a")
        let target = try #require(URL(string: "https://secret.example/a"))
        let head = ReplyHead(status: 200, fields: [:], url: target, times: 1...2, hadLogin: true)
        store.keep(StoredReply(head: StoredHead(head, to: url, totalByteCount: 1), body: Data([1]), isWhole: true))
        store.keep(try Self.reply("b", Data([1])))
        #expect(store.protectedServers == [WebServer(host: "secret.example", port: 443)])
        #expect(store.removeAll(from: SignOutScope(store.protectedServers)) > 0)
        #expect(store.reply(for: url) == nil)
        #expect(store.reply(for: try Self.url("b")) != nil)
    }

    @Test func `What is being written when all is removed does no harm, and what follows is kept`() throws {
        let folder = Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = HTTPStore(folder: folder)
        let url = try Self.url("a")
        let head = try Self.reply("a", Data(count: 100_000)).head
        let writer = try #require(StoredStreamWriter(url, head, in: store))
        writer.append(Data(count: 100_000))
        #expect(store.removeAll() >= 100_000)
        writer.append(Data(count: 100_000))
        writer.finish(head)
        #expect(try Self.files(folder) == [])
        store.keep(try Self.reply("a", Data([1])))
        #expect(store.reply(for: url)?.body == Data([1]))
    }

    @Test func `A folder that can't be written is as good as none`() throws {
        let store = HTTPStore(folder: URL(fileURLWithPath: "/proc/none/http"))
        store.keep(try Self.reply("a", Data([1])))
        #expect(store.reply(for: try Self.url("a")) == nil)
    }
}
