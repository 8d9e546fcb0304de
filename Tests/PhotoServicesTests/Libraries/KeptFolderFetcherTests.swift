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

        init() throws {
            store = LibraryStore(in: folder.filePath)
            fetcher = KeptFolderFetcher(streams, store: store, now: { 7 })
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
        #expect(second.opening == FetchOpening(kept: try #require(rig.store.page(at: rig.address))))
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

    @Test func `A list of as many bytes as are kept is kept, and none of one more`() throws {
        let rig = try Rig()
        for (count, isKept) in [(KeptFolderFetcher.longestPage, true), (KeptFolderFetcher.longestPage + 1, false)] {
            rig.store.removePage(at: rig.address)
            let received = rig.ask()
            // In pieces, as from a server.
            rig.streams.open(contentType: "application/xml")
            let list = Self.list(String(repeating: "x", count: count - Self.list("").utf8.count))
            for part in [list.prefix(count / 2), list.dropFirst(count / 2)] { rig.streams.give(String(part)) }
            rig.streams.end()
            #expect(received.wait().text.utf8.count == count)
            #expect((rig.kept?.utf8.count == count) == isKept)
        }
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
