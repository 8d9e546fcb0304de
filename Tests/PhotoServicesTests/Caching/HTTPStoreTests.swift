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
        store.keep(try Self.reply("9", Data(count: 50_000)))
        #expect(store.reply(for: try Self.url("9")) == nil)
        #expect(store.reply(for: try Self.url("0")) != nil)
    }

    @Test func `A folder that can't be written is as good as none`() throws {
        let store = HTTPStore(folder: URL(fileURLWithPath: "/proc/none/http"))
        store.keep(try Self.reply("a", Data([1])))
        #expect(store.reply(for: try Self.url("a")) == nil)
    }
}
