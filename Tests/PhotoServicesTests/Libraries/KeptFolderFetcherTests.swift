import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

@Suite("What WebDAV folders list is kept")
struct KeptFolderFetcherTests {
    /// A fetcher over streams of the test, and a store of its own.
    private final class Rig {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "classic-photos-libraries-\(UUID().uuidString)")
        let streams = StubStreams()
        let store: LibraryStore
        let fetcher: KeptFolderFetcher
        let address: URL

        init(mostBytes: Int = KeptFolder.mostBytes) throws {
            store = LibraryStore(in: folder.filePath)
            fetcher = KeptFolderFetcher(streams, store: store, mostBytes: mostBytes, now: { 7 })
            address = try #require(URL(string: "https://a.example/photos/"))
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func ask(_ method: FetchMethod = .folder, mayBeKept: Bool = false, mustBeKept: Bool = false) -> Received {
            let received = Received()
            let request = FetchRequest(
                url: address, revalidates: true, method: method, mayBeKept: mayBeKept, mustBeKept: mustBeKept)
            received.task = fetcher.stream(request, flow: received.flow) { received.take($0) }
            return received
        }

        var kept: String? {
            fetcher.waitUntilKept()
            return store.page(at: address).map { String(decoding: $0.list.body, as: UTF8.self) }
        }

        /// Answers the last request.
        func answer(_ text: String, _ end: FetchFailure? = nil) {
            streams.open(contentType: "application/xml")
            streams.give(text)
            streams.end(end)
        }
    }

    /// What a folder lists; `content` tells lists apart.
    private static func list(_ content: String) -> String {
        "<?xml version=\"1.0\"?>\n<D:multistatus xmlns:D=\"DAV:\">\(content)</D:multistatus>\n"
    }
    private static let one = list("<one/>")

    /// The events of a request.
    private final class Received: @unchecked Sendable {
        /// `task` belongs to the test; `state` has a lock.
        var task: (any FetchTask)?
        let flow = FetchFlow()
        private let state = Mutex<(opening: FetchOpening?, body: Data, ends: [FetchFailure?])>((nil, Data(), []))
        private let ended = DispatchSemaphore(value: 0)

        func take(_ event: FetchEvent) {
            state.withLock { state in
                switch event {
                case .opened(let opening): state.opening = opening
                case .bytes(let bytes): state.body += bytes
                case .unmarkedEnd: break
                case .ended(let failure): state.ends.append(failure)
                }
            }
            if case .bytes(let bytes) = event { flow.taken(bytes.count) }
            if case .ended = event { ended.signal() }
        }

        /// Waits for the end.
        func wait() -> (opening: FetchOpening?, text: String, ends: [FetchFailure?]) {
            if ended.wait(timeout: .now() + 60) == .success { ended.signal() }
            return state.withLock { ($0.opening, String(decoding: $0.body, as: UTF8.self), $0.ends) }
        }
    }

    @Test func `A folder is asked for the first time, and given from the disk where that will do`() throws {
        let rig = try Rig()
        let first = rig.ask(mayBeKept: true)
        rig.fetcher.waitUntilLooked()
        rig.answer(Self.one)
        #expect(first.wait().text == Self.one)
        #expect(first.wait().opening?.isKept == false)
        #expect(rig.kept == Self.one)
        let second = rig.ask(mayBeKept: true).wait()
        #expect(second.text == Self.one && second.ends == [nil])
        let page = try #require(rig.store.page(at: rig.address))
        #expect(second.opening == FetchOpening(kept: page))
        #expect(second.opening?.isKept == true && second.opening?.contentType == "application/xml")
        #expect(rig.streams.asked.count == 1)
        let third = rig.ask()
        let two = Self.list("<two/>")
        rig.answer(two)
        #expect(third.wait().text == two)
        #expect(rig.kept == two)
    }

    @Test func `Where only what was kept will do, the server is not asked`() throws {
        let rig = try Rig()
        #expect(rig.ask(mustBeKept: true).wait().ends == [.cancelled])
        _ = rig.ask()
        rig.answer(Self.one)
        #expect(rig.kept == Self.one)
        let second = rig.ask(mustBeKept: true).wait()
        #expect(second.text == Self.one && second.ends == [nil] && second.opening?.isKept == true)
        #expect(rig.streams.asked.count == 1)
    }

    @Test func `A long list is given at the rate at which it is taken`() throws {
        let rig = try Rig()
        let text = Self.list(String(repeating: "<file>é</file>", count: 300_000))
        _ = rig.ask()
        rig.answer(text)
        #expect(rig.kept == text)
        #expect(rig.ask(mayBeKept: true).wait().text.utf8.count == text.utf8.count)
    }

    @Test func `The list of 100,000 files is kept, in a fraction of its bytes`() throws {
        let rig = try Rig()
        _ = rig.ask()
        rig.streams.open(contentType: "application/xml")
        let ends = Self.list("\n").split(separator: "\n", omittingEmptySubsequences: false)
        var whole = ""
        func give(_ text: String) {
            rig.streams.give(text)
            whole += text
        }
        give(ends.prefix(2).joined(separator: "\n"))
        // As Apache writes them.
        for first in stride(from: 0, to: 100_000, by: 1000) {
            give(
                (first..<first + 1000).map { number in
                    "<D:response xmlns:lp1=\"DAV:\" xmlns:lp2=\"http://apache.org/dav/props/\">\n"
                        + "<D:href>/photos/IMG_\(number).jpg</D:href>\n<D:propstat>\n<D:prop>\n<lp1:resourcetype/>\n"
                        + "<lp1:creationdate>2019-07-01T10:00:00Z</lp1:creationdate>\n"
                        + "<lp1:getcontentlength>\(number * 7919 % 9_999_991)</lp1:getcontentlength>\n"
                        + "<lp1:getlastmodified>Mon, 01 Jul 2019 10:00:00 GMT</lp1:getlastmodified>\n"
                        + "<lp1:getetag>\"\(String(number &* 2_654_435_761, radix: 16))\"</lp1:getetag>\n"
                        + "<D:getcontenttype>image/jpeg</D:getcontenttype>\n</D:prop>\n"
                        + "<D:status>HTTP/1.1 200 OK</D:status>\n</D:propstat>\n</D:response>\n"
                }.joined())
        }
        give("</D:multistatus>\n")
        rig.streams.end()
        rig.fetcher.waitUntilKept()
        let byteCount = whole.utf8.count
        let kept = try #require(rig.store.folder(at: rig.address))
        #expect(kept.byteCount == byteCount && byteCount > LibraryStore.longestPage)
        #expect(kept.parts.packedByteCount < byteCount / 4)
        let given = rig.ask(mustBeKept: true).wait()
        #expect(given.ends == [nil] && given.opening?.isKept == true && given.opening?.expected == byteCount)
        let isSame = given.text == whole
        #expect(isSame)
    }

    @Test func `A list of as many packed bytes as are kept is kept, and none of one more`() throws {
        var generator = SeededGenerator(seed: 5)
        let noise = (0..<200_000).map { _ in String(UInt8.random(in: 0...255, using: &generator), radix: 16) }.joined()
        let list = Self.list(noise)
        let first = try Rig()
        _ = first.ask()
        first.answer(list)
        #expect(first.kept == list)
        let byteCount = try #require(first.store.folder(at: first.address)).parts.packedByteCount
        for (most, isKept) in [(byteCount, true), (byteCount - 1, false)] {
            let rig = try Rig(mostBytes: most)
            let received = rig.ask()
            // In pieces, as from a server.
            rig.streams.open(contentType: "application/xml")
            for part in [list.prefix(list.count / 2), list.dropFirst(list.count / 2)] { rig.streams.give(String(part)) }
            rig.streams.end()
            #expect(received.wait().text == list)
            #expect((rig.kept == list) == isKept)
        }
    }

    @Test func `A list of which a part is damaged is not given`() throws {
        let rig = try Rig()
        let list = KeptList(body: Data(Self.one.utf8), asked: 1)
        rig.store.keep(KeptPage(list: list, url: rig.address, contentType: nil), at: rig.address)
        let kept = try #require(rig.store.folder(at: rig.address))
        let parts = kept.parts.map { PackedData(bytes: $0.bytes, byteCount: $0.byteCount + 1, checksum: $0.checksum) }
        let damaged = KeptFolder(parts: parts, asked: 1, url: rig.address, contentType: nil)
        rig.store.keep(damaged, at: rig.address, since: rig.store.removals)
        let received = rig.ask(mustBeKept: true).wait()
        #expect(received.text.isEmpty && received.ends.count == 1 && received.ends != [nil])
        #expect(rig.store.folder(at: rig.address) == nil)
    }

    @Test func `Only whole lists are kept, and those of a folder that is gone are removed`() throws {
        let rig = try Rig()
        _ = rig.ask()
        rig.answer(Self.one)
        for failure in [
            .cutShort(received: 3, expected: 9), .timedOut(host: "a", seconds: 30), .cancelled,
            .refused(status: 401, phrase: ""), .refused(status: 500, phrase: ""),
        ] as [FetchFailure] {
            _ = rig.ask()
            rig.answer("<half", failure)
            #expect(rig.kept == Self.one)
        }
        for status in [404, 410] {
            _ = rig.ask()
            rig.streams.end(.refused(status: status, phrase: ""))
            #expect(rig.kept == nil)
            _ = rig.ask()
            let again = Self.list("<again/>")
            rig.answer(again)
            #expect(rig.kept == again)
        }
    }

    @Test(
        arguments: [
            " ", "<html><title>Log in</title></html>", "<!DOCTYPE html><html></html>", "<one/>", "{}",
            "<?xml version=\"1.0\"?><D:multistatus xmlns:D=\"DAV:\"><D:response>", "<multistatus/><p>",
            "x</multistatus>",
        ])
    func `A reply that is no list, or not all of one, replaces none`(reply: String) throws {
        let rig = try Rig()
        _ = rig.ask()
        rig.answer(reply)
        #expect(rig.kept == nil)
        _ = rig.ask()
        rig.answer(Self.one)
        let received = rig.ask()
        rig.answer(reply)
        #expect(received.wait().text == reply && received.wait().ends == [nil])
        #expect(rig.kept == Self.one)
    }

    @Test(arguments: ["<multistatus>x</multistatus>", "<d:multistatus>\n</d:multistatus\n>\n"])
    func `A list may be empty, and have any prefix and white space`(reply: String) throws {
        let rig = try Rig()
        _ = rig.ask()
        rig.answer(reply)
        #expect(rig.kept == reply)
    }

    @Test func `What is no folder passes through, and is not kept`() throws {
        let rig = try Rig()
        let received = rig.ask(.get, mayBeKept: true)
        rig.answer("<page/>")
        #expect(received.wait().text == "<page/>")
        #expect(rig.kept == nil)
    }

    @Test func `What was asked for before a person signs out is not kept`() throws {
        let rig = try Rig()
        _ = rig.ask()
        _ = rig.store.removeAll(from: [try #require(WebServer(rig.address))])
        rig.answer(Self.one)
        #expect(rig.kept == nil)
    }

    @Test func `A list that is given up while it is delivered is let go`() async throws {
        let rig = try Rig()
        _ = rig.ask()
        rig.answer(Self.list(String(repeating: "x", count: 2 << 20)))
        rig.fetcher.waitUntilKept()
        let (arrived, arrival) = AsyncStream.makeStream(of: FetchEvent.self)
        weak var kept: FetchFlow?
        do {
            let flow = FetchFlow(limit: 1)
            kept = flow
            let request = FetchRequest(url: rig.address, method: .folder, mayBeKept: true)
            let task = rig.fetcher.stream(request, flow: flow) { arrival.yield($0) }
            for await case .bytes in arrived { break }
            // Its next piece waits for room.
            rig.fetcher.waitUntilLooked()
            task.cancel()
        }
        #expect(kept == nil)
    }

    @Test func `A request can be given up before and after it has looked`() throws {
        let rig = try Rig()
        let before = rig.ask(mayBeKept: true)
        before.task?.cancel()
        #expect(before.wait().ends == [.cancelled])
        let after = rig.ask(mayBeKept: true)
        rig.fetcher.waitUntilLooked()
        after.task?.cancel()
        #expect(after.wait().ends == [.cancelled])
    }
}
