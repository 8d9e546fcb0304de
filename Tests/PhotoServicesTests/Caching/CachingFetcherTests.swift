import Foundation
@testable import PhotoCore
@testable import PhotoServices
import Synchronization
import Testing
import TestSupport

@Suite("Fetching just enough, and nothing twice")
struct CachingFetcherTests {
    private static let body = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })

    @Test func `What is fresh is not asked for again, not even after a restart; what is stale is asked about`()
        async throws
    {
        let server = try LoopbackServer.answering { LoopbackServer.serve($0, Self.body) }
        defer { server.stop() }
        let cache = TestCache()
        let url = server.url("/a")
        #expect(try await cache.fetch(url).data == Self.body)
        cache.restart()
        let again = try await cache.fetch(url)
        #expect(again.data == Self.body && again.url == url && !again.isStale)
        #expect(server.requests.count == 1)

        cache.later.withLock { $0 += 3601 }
        #expect(try await cache.fetch(url).data == Self.body)
        #expect(server.requests.last?.fields["if-none-match"] == "\"x\"")
        // After the clock's correction it is fresh.
        cache.later.withLock { $0 = 0 }
        #expect(try await cache.fetch(url).data == Self.body)
        #expect(server.requests.count == 2)
        #expect(try await cache.fetch(url, revalidates: true).data == Self.body)
        #expect(server.requests.count == 3)
    }

    @Test func `A changed photo is fetched again`() async throws {
        let edition = Mutex(1)
        let server = try LoopbackServer.answering { request in
            let number = edition.withLock { $0 }
            return LoopbackServer.serve(
                request, Data(repeating: UInt8(number), count: 9), tag: "\"\(number)\"", control: "no-cache")
        }
        defer { server.stop() }
        let cache = TestCache()
        #expect(try await cache.fetch(server.url("/a")).data.first == 1)
        edition.withLock { $0 = 2 }
        #expect(try await cache.fetch(server.url("/a")).data.first == 2)
        #expect(try await cache.fetch(server.url("/a")).data.first == 2)
    }

    @Test(arguments: [0, 20_000])
    func `An icon in place of a smaller picture is none, and nothing of it is kept`(_ more: Int) async throws {
        let icon = Data(
            ("<svg xmlns=\"http://www.w3.org/2000/svg\">" + String(repeating: " ", count: more) + "</svg>").utf8)
        let server = try LoopbackServer { _ in
            .ok(icon, type: "image/svg+xml", headers: "Cache-Control: max-age=3600\r\n")
        }
        defer { server.stop() }
        let cache = TestCache()
        let size = PixelSize(width: 64, height: 64)
        for _ in 0..<2 {
            await #expect(throws: FetchFailure.foreign(.icon)) {
                try await cache.fetch(server.url("/thumb"), wanted: size, refusesDrawings: true)
            }
        }
        #expect(server.asked.count == 2)
        #expect(try await cache.fetch(server.url("/drawing"), wanted: size).data == icon)
    }

    @Test(
        arguments: ["Cache-Control: no-store", "Vary: *", "Vary: Cookie"])
    func `no-store and what varies leave nothing on disk`(header: String) async throws {
        let server = try LoopbackServer { _ in .ok(Data([1]), headers: "\(header)\r\n") }
        defer { server.stop() }
        let cache = TestCache()
        for _ in 0..<2 { #expect(try await cache.fetch(server.url("/a")).data == Data([1])) }
        #expect(server.asked.count == 2)
        let files = try? FileManager.default.contentsOfDirectory(atPath: cache.folder.path)
        #expect(files?.isEmpty ?? true)
    }

    @Test func `With the network gone what is held is shown, marked stale; unless it must not be, or a person reloads`()
        async throws
    {
        let server = try LoopbackServer.answering {
            LoopbackServer.serve(
                $0, Self.body, control: $0.path == "/strict" ? "max-age=1, must-revalidate" : "max-age=1")
        }
        let cache = TestCache()
        for path in ["/a", "/strict"] { _ = try await cache.fetch(server.url(path)) }
        server.stop()
        cache.restart()
        cache.later.withLock { $0 += 100 }
        let held = try await cache.fetch(server.url("/a"))
        #expect(held.data == Self.body && held.isStale)
        await #expect(throws: FetchFailure.self) { try await cache.fetch(server.url("/strict")) }
        await #expect(throws: FetchFailure.self) { try await cache.fetch(server.url("/a"), revalidates: true) }
        await #expect(throws: FetchFailure.self) { try await cache.fetch(server.url("/never-seen")) }
    }

    @Test func `A server that answers with an error is not offline`() async throws {
        let isBroken = Mutex(false)
        let server = try LoopbackServer.answering { request in
            isBroken.withLock { $0 }
                ? .status("503 Gone Fishing") : LoopbackServer.serve(request, Self.body, control: "no-cache")
        }
        defer { server.stop() }
        let cache = TestCache()
        _ = try await cache.fetch(server.url("/a"))
        isBroken.withLock { $0 = true }
        await #expect(throws: FetchFailure.refused(status: 503, phrase: "Gone Fishing")) {
            try await cache.fetch(server.url("/a"))
        }
    }

    /// A server that breaks off after 100,000 bytes the first time, and then replies as `reply` decides.
    private static func breaking(
        _ reply: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Reply
    ) throws -> LoopbackServer {
        let isFirst = Mutex(true)
        return try LoopbackServer.answering { request in
            let breaks = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            guard breaks else { return reply(request) }
            return .rawThenClose(
                "HTTP/1.1 200 OK\r\nETag: \"x\"\r\nContent-Length: \(body.count)\r\n\r\n", body: body.prefix(100_000))
        }
    }

    @Test func `An interrupted download is continued, also after a restart`() async throws {
        let server = try Self.breaking { LoopbackServer.serve($0, Self.body) }
        defer { server.stop() }
        let cache = TestCache()
        await #expect(throws: FetchFailure.cutShort(received: 100_000, expected: Self.body.count)) {
            try await cache.fetch(server.url("/a"))
        }
        cache.restart()
        #expect(try await cache.fetch(server.url("/a")).data == Self.body)
        let request = try #require(server.requests.last)
        #expect(request.fields["range"] == "bytes=100000-" && request.fields["if-range"] == "\"x\"")
        #expect(server.requests.count == 2)
        #expect(try await cache.fetch(server.url("/a")).data == Self.body)
        #expect(server.requests.count == 2)
    }

    @Test func `What has changed meanwhile, or comes as a wrong piece, is fetched from its start`() async throws {
        let other = Data(repeating: 9, count: 200_000)
        let pieces: [@Sendable (LoopbackServer.Request) -> LoopbackServer.Reply] = [
            { LoopbackServer.serve($0, other, tag: "\"y\"") },
            { request in
                guard request.fields["range"] != nil else { return .ok(other) }
                return .raw(
                    "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 5-9/10\r\nContent-Length: 5\r\n\r\n",
                    body: Data(count: 5))
            },
            { request in
                request.fields["range"] == nil ? .ok(other) : .status("416 Range Not Satisfiable")
            },
            { request in
                request.fields["range"] == nil ? .ok(other) : .status("304 Not Modified")
            },
        ]
        for piece in pieces {
            let server = try Self.breaking(piece)
            defer { server.stop() }
            let cache = TestCache()
            _ = try? await cache.fetch(server.url("/a"))
            #expect(try await cache.fetch(server.url("/a")).data == other)
        }
    }

    @Test func `A piece that is itself cut short is continued again`() async throws {
        let count = Mutex(0)
        let server = try Self.breaking { request in
            let isCut = count.withLock { count in
                count += 1
                return count == 1
            }
            guard isCut else { return LoopbackServer.serve(request, Self.body) }
            return .rawThenClose(
                "HTTP/1.1 206 Partial Content\r\nETag: \"x\"\r\nContent-Length: 200000\r\n"
                    + "Content-Range: bytes 100000-299999/300000\r\n\r\n", body: Self.body[100_000..<150_000])
        }
        defer { server.stop() }
        let cache = TestCache()
        for _ in 0..<2 { _ = try? await cache.fetch(server.url("/a")) }
        #expect(try await cache.fetch(server.url("/a")).data == Self.body)
        #expect(server.requests.map { $0.fields["range"] } == [nil, "bytes=100000-", "bytes=150000-"])
    }

    @Test func `A cancelled download is closed on the wire, and continued later`() async throws {
        let isFirst = Mutex(true)
        let server = try LoopbackServer.answering { request in
            let hangs = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            guard hangs else { return LoopbackServer.serve(request, Self.body) }
            return .rawThenHang(
                "HTTP/1.1 200 OK\r\nETag: \"x\"\r\nContent-Length: \(Self.body.count)\r\n\r\n",
                body: Self.body.prefix(65536))
        }
        defer { server.stop() }
        let cache = TestCache()
        let fetcher = try #require(cache.current)
        let url = server.url("/a")
        let result: Result<FetchedData, FetchFailure> = await withCheckedContinuation { continuation in
            let held = HeldFetch()
            let started = fetcher.fetch(
                FetchRequest(url: url),
                progress: { if $0.received == 65536 { held.cancel() } },
                completion: {
                    held.end()
                    continuation.resume(returning: $0)
                })
            held.hold(started)
            // The bytes may arrive before the task can be cancelled.
            if server.wait(until: { $0.requests.count == 1 }) {
                DispatchQueue.global().asyncAfter(deadline: .now() + 1) { started.cancel() }
            }
        }
        #expect(result == .failure(.cancelled))
        #expect(server.wait { $0.closedUnfinished == ["/a"] })
        #expect(try await cache.fetch(url).data == Self.body)
        #expect(server.requests.last?.fields["range"] == "bytes=65536-")
    }

    @Test(
        arguments: [(200_000_000, false), (body.count, true)])
    func `What remains of a download is worth waiting for where it takes no longer than a first byte does`(
        byteCount: Int, isWorth: Bool
    ) async throws {
        let server = try LoopbackServer.answering { request in
            guard request.path == "/nearly" else { return LoopbackServer.serve(request, Self.body) }
            return .rawThenHang(
                "HTTP/1.1 200 OK\r\nContent-Length: \(byteCount)\r\n\r\n", body: Self.body.dropLast(10))
        }
        defer { server.stop() }
        let cache = TestCache()
        let fetcher = try #require(cache.current)
        // The fetcher learns the host's speed.
        _ = try await cache.fetch(server.url("/a"))
        let task = Mutex<(any FetchTask)?>(nil)
        let verdict: Double? = await withCheckedContinuation { continuation in
            let here = DispatchSemaphore(value: 0)
            task.withLock {
                $0 = fetcher.fetch(
                    FetchRequest(url: server.url("/nearly")),
                    progress: { if $0.received == Self.body.count - 10 { here.signal() } }, completion: { _ in })
            }
            DispatchQueue.global().async {
                _ = here.wait(timeout: .now() + 120)
                continuation.resume(returning: task.withLock { $0 }?.secondsWorthWaiting)
            }
        }
        #expect((verdict != nil) == isWorth)
        // The fetch keeps its receivers, and they keep this.
        task.withLock { $0.take() }?.cancel()
        fetcher.waitUntilIdle()
    }

    @Test
    func `A redirected photo is asked about where it is redirected from, and a 304 from elsewhere is not believed`()
        async throws
    {
        let target = Mutex("/b")
        let server = try LoopbackServer.answering { request in
            if request.path == "/a" { return .status("302 Found", headers: "Location: \(target.withLock { $0 })\r\n") }
            // Another photo under the same tag.
            return LoopbackServer.serve(request, Data(request.path.utf8))
        }
        defer { server.stop() }
        let cache = TestCache()
        #expect(try await cache.fetch(server.url("/a")).data == Data("/b".utf8))
        #expect(try await cache.fetch(server.url("/a")).data == Data("/b".utf8))
        #expect(server.asked == ["/a", "/b", "/a", "/b"])
        target.withLock { $0 = "/c" }
        #expect(try await cache.fetch(server.url("/a")).data == Data("/c".utf8))
    }

    @Test func `Many fetches of one URL make one request`() async throws {
        let server = try LoopbackServer.answering { LoopbackServer.serve($0, Self.body) }
        defer { server.stop() }
        let cache = TestCache()
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask { (try? await cache.fetch(server.url("/a")).data) == Self.body }
            }
            for await isRight in group { #expect(isRight) }
        }
        #expect(server.requests.count == 1)
    }

    @Test func `A URL that holds a password leaves no trace`() async throws {
        let server = try LoopbackServer.answering { LoopbackServer.serve($0, Self.body) }
        defer { server.stop() }
        let cache = TestCache()
        let url = try #require(URL(string: "http://me:secret@127.0.0.1:\(server.port)/a"))
        _ = try await cache.fetch(url)
        #expect(!FileManager.default.fileExists(atPath: cache.folder.path))
    }
}
